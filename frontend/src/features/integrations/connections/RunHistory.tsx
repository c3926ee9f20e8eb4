// The list of synchronizations, newest first.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { runCells } from "./runCells";
import { runsList } from "./runsList";

export function RunHistory() {
  const t = useTranslate();
  return (
    <ResourceTable
      list={runsList}
      cells={runCells}
      label={t("connections.history.label")}
      empty={{
        title: t("connections.history.empty.title"),
        detail: t("connections.history.empty.detail"),
      }}
    />
  );
}
