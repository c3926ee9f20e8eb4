// Revenue by month and kind, and receivables by age, as charts that link to their rows.
import type { Dashboard } from "../../../api/types";
import { ReceivablesChart } from "./ReceivablesChart";
import { RevenueChart } from "./RevenueChart";

/** Omits charts without data. */
export function DashboardCharts({ dashboard }: { dashboard: Dashboard }) {
  const { revenue, receivables } = dashboard.figures;
  return (
    <>
      {revenue && revenue.groups.length > 0 && (
        <RevenueChart dashboard={dashboard} figure={revenue} />
      )}
      {receivables && receivables.groups.length > 0 && (
        <ReceivablesChart dashboard={dashboard} figure={receivables} />
      )}
    </>
  );
}
