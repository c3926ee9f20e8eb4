// The charts of the dashboard, loaded together after its figures.
import type { Dashboard } from "../../../api/types";
import type { Scope } from "./dashboardSearch";
import { MrrHistory } from "./MrrChart";
import { ReceivablesChart } from "./ReceivablesChart";
import { RevenueChart } from "./RevenueChart";
import { UtilizationChart } from "./UtilizationChart";

export type ChartName = "mrr" | "utilisation" | "receivables" | "revenue";

type Props = { name: ChartName; dashboard: Dashboard; scope: Scope };

export function DashboardChart({ name, dashboard, scope }: Props) {
  const figure = dashboard.figures[name];
  if (figure === undefined) return null;
  if (name === "mrr") return <MrrHistory {...{ dashboard, figure, scope }} />;
  if (name === "utilisation") return <UtilizationChart {...{ dashboard, figure, scope }} />;
  if (name === "receivables") return <ReceivablesChart {...{ dashboard, figure }} />;
  return figure.groups.length > 0 && <RevenueChart {...{ dashboard, figure }} />;
}
