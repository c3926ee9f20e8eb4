// Both dashboards: figures and, with the permission, the movements of MRR.
import {
  DashboardPage,
  type DashboardPeriod,
} from "../../features/insights/dashboard/DashboardPage";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";

const DashboardChurn = lazyComponent(
  async () => (await import("../../features/work/churns/DashboardChurn")).DashboardChurn,
);

function MrrMovements(period: DashboardPeriod) {
  const { can } = usePermissions();
  return can("statistics.churn") && <DashboardChurn {...period} />;
}

export function Dashboard() {
  return <DashboardPage renderMore={(period) => <MrrMovements {...period} />} />;
}

/** The organization's dashboard. */
export function AdminDashboard() {
  return <DashboardPage scope="all" renderMore={(period) => <MrrMovements {...period} />} />;
}
