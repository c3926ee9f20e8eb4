// One client's projects of every kind, for its page.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { projectCells } from "./projectCells";
import { clientProjects } from "./projectsList";

export function ClientProjects({ clientId }: { clientId: string }) {
  const t = useTranslate();
  return (
    <ResourceTable
      key={clientId}
      list={clientProjects}
      cells={projectCells}
      label={t("projects.title")}
      fixed={{ client: clientId }}
      empty={{ title: t("projects.none_of_client"), detail: t("projects.empty.detail") }}
    />
  );
}
