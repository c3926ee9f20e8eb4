// MRR over time, revenue by month and kind, and receivables by age, as charts that link to their rows.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Dashboard, DashboardFigure } from "../../../api/types";
import { parseCurrency } from "../../../session/userCurrency";
import classes from "./Dashboard.module.css";
import type { Scope } from "./dashboardSearch";
import { isEmpty } from "./historyQuery";
import { MrrChart } from "./MrrChart";
import { ReceivablesChart } from "./ReceivablesChart";
import { RevenueChart } from "./RevenueChart";

/** Omits charts without data. */
export function DashboardCharts({ dashboard, scope }: { dashboard: Dashboard; scope: Scope }) {
  const { mrr, revenue, receivables } = dashboard.figures;
  return (
    <>
      {mrr && <MrrHistory dashboard={dashboard} figure={mrr} scope={scope} />}
      {revenue && revenue.groups.length > 0 && (
        <RevenueChart dashboard={dashboard} figure={revenue} />
      )}
      {receivables && receivables.groups.length > 0 && (
        <ReceivablesChart dashboard={dashboard} figure={receivables} />
      )}
    </>
  );
}

type HistoryProps = { dashboard: Dashboard; figure: DashboardFigure; scope: Scope };

/** The last twelve months, whatever the period of the page. */
function MrrHistory({ dashboard, figure, scope }: HistoryProps) {
  const currency = parseCurrency(dashboard.currency);
  const { data } = useQuery(
    dataQuery("/dashboard-months", { query: { scope, ...(currency ? { currency } : {}) } }),
  );
  const months = data?.figures.mrr;
  if (months === undefined) return <Skeleton className={classes.chart} aria-busy="true" />;
  return isEmpty(months) ? null : (
    <MrrChart dashboard={dashboard} figure={figure} months={months} />
  );
}
