// The running retainers by risk.
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { burnCells } from "./burnCells";
import { burnsList } from "./burnsList";

export function BurnTable() {
  const t = useTranslate();
  return (
    <ResourceTable
      list={burnsList}
      cells={burnCells}
      label={t("retainers.burns")}
      empty={{ title: t("retainers.no_burns.title"), detail: t("retainers.no_burns.detail") }}
    />
  );
}
