// The list of losses with totals; one may be open in a drawer.
import { Stack } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useConvertibleList } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { ChurnTotals } from "./ChurnTotals";
import { churnCells } from "./churnCells";
import { churnsList } from "./churnsList";

const ChurnDrawer = lazyComponent(async () => (await import("./ChurnDrawer")).ChurnDrawer);

export function ChurnsPanel() {
  const t = useTranslate();
  const { can } = usePermissions();
  const list = useConvertibleList(churnsList, "projects.mrr");
  const { search, close } = useListState(list);
  return (
    <Stack gap="md">
      {can("churns.view") && <ChurnTotals />}
      <ResourceTable
        list={list}
        cells={churnCells}
        label={t("churns.title")}
        empty={{ title: t("churn_lists.empty.title"), detail: t("churn_lists.empty.detail") }}
      />
      {search.open !== undefined && <ChurnDrawer id={search.open} onClose={close} />}
    </Stack>
  );
}
