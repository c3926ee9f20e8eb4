// Either dashboard: its figures, and below them how recurring revenue moved, for those who may know.
import { type BoardPeriod, DashboardPage } from "../../features/insights/dashboard/DashboardPage";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";

const BoardChurn = lazyComponent(
  async () => (await import("../../features/work/churns/BoardChurn")).BoardChurn,
);

function More(asked: BoardPeriod) {
  const { may } = usePermissions();
  return may("statistics.churn") && <BoardChurn {...asked} />;
}

export function Dashboard() {
  return <DashboardPage more={(asked) => <More {...asked} />} />;
}

/** The organization's. */
export function AdminDashboard() {
  return <DashboardPage scope="all" more={(asked) => <More {...asked} />} />;
}
