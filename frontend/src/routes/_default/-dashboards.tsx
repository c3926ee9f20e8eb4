// The dashboard at both of its addresses, with the figures of churn for users who may see them.

import { DashboardPage } from "../../features/insights/dashboard/DashboardPage";
import type { ChurnParts } from "../../features/insights/dashboard/DashboardSections";
import { DashboardMargin } from "../../features/insights/margins/lazyDashboardMargin";
import { useMaySeeMargins } from "../../features/insights/margins/marginRights";
import { PendingChurnFigures } from "../../features/work/churns/PendingChurnFigures";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";

const CHURN: ChurnParts = {
  Figures: lazyComponent(
    async () => (await import("../../features/work/churns/DashboardChurn")).DashboardChurnFigures,
    <PendingChurnFigures />,
  ),
  Chart: lazyComponent(
    async () => (await import("../../features/work/churns/DashboardChurn")).DashboardChurnChart,
  ),
};

export function Dashboard() {
  const { can } = usePermissions();
  const maySeeMargins = useMaySeeMargins();
  return (
    <DashboardPage
      churn={can("statistics.churn") ? CHURN : undefined}
      margin={maySeeMargins ? DashboardMargin : undefined}
    />
  );
}
