// Churn to confirm: its number and amount, and the list with bulk actions; one may be open in a drawer.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { churnCells } from "./churnCells";
import { churnQueueBulk } from "./churnQueueBulk";
import { churnQueueList, QUEUE_FILTER } from "./churnQueueList";

const ChurnDrawer = lazyComponent(async () => (await import("./ChurnDrawer")).ChurnDrawer);

export function ChurnQueuePanel() {
  const t = useTranslate();
  const { search, close } = useListState(churnQueueList);
  return (
    <Stack gap="md">
      <QueueTotals />
      <ResourceTable
        list={churnQueueList}
        fixed={QUEUE_FILTER}
        cells={churnCells}
        label={t("churns.tab.queue")}
        empty={{ title: t("churn_lists.queue.empty"), detail: t("churn_lists.queue.empty_detail") }}
        bulk={churnQueueBulk}
      />
      {search.open !== undefined && <ChurnDrawer id={search.open} onClose={close} />}
    </Stack>
  );
}

/** The number of churned retainers to confirm, and their MRR by currency. */
function QueueTotals() {
  const t = useTranslate();
  const { data } = useQuery(dataQuery("/churn-totals", { query: QUEUE_FILTER }));
  const amounts = data?.mrr_lost ?? [];
  return (
    <Text size="sm" c="dimmed" mih="1.5em" aria-busy={data === undefined}>
      {data && t("churn_lists.queue.count", { count: data.retainers })}
      {amounts.map((amount) => (
        <span key={amount.currency}>
          {" · "}
          <MoneyText money={amount} />
        </span>
      ))}
    </Text>
  );
}
