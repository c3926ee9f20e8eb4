// The projects of one client.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { projectCells } from "./projectCells";
import { clientProjectsList } from "./projectsList";

export function ClientProjects({ clientId }: { clientId: string }) {
  const t = useTranslate();
  return (
    <ResourceTable
      key={clientId}
      list={clientProjectsList}
      cells={projectCells}
      label={t("projects.title")}
      fixed={{ client: clientId }}
      empty={{ title: t("projects.none_of_client"), detail: t("projects.empty.detail") }}
    />
  );
}
