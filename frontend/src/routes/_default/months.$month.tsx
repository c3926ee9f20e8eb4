// One month: closing it, its published figures and their restatements.
import { createFileRoute, notFound, useParams } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { RecordLog } from "../../features/administration/activity/RecordLog";
import { MonthPage } from "../../features/administration/months/MonthPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/months/$month")({
  staticData: { messages: ["administration", "figures", "retainers"] },
  validateSearch: readRawSearch,
  beforeLoad: ({ params }) => {
    if (!/^\d{4}-\d{2}$/.test(params.month)) throw notFound({ data: { reason: "validation" } });
  },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/months/{month}", params.month));
  },
  component: Screen,
});

function Screen() {
  const { month = "" } = useParams({ strict: false });
  return (
    <MonthPage
      key={month}
      month={month}
      renderLog={(record, days) => <RecordLog record={record} days={days} />}
    />
  );
}
