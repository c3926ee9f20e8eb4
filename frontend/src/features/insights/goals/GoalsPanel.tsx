// All visible goals as a list.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { goalCells } from "./goalCells";
import { goalsList } from "./goalsList";

export function GoalsPanel() {
  const t = useTranslate();
  return (
    <ResourceTable
      list={goalsList}
      cells={goalCells}
      label={t("goals.title")}
      empty={{ title: t("goals.empty.title"), detail: t("goals.empty.detail") }}
    />
  );
}
