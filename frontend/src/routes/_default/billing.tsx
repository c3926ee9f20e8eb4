// What is still to invoice over all projects, and the hours over of retainers.
import { createFileRoute } from "@tanstack/react-router";
import { BillingPage } from "../../features/money/payments/BillingPage";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const OveragesPanel = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/money/overages/OveragesPanel"),
    loadMessages("overages"),
  ]);
  return panel.OveragesPanel;
});

export const Route = createFileRoute("/_default/billing")({
  ...lazyListRoute(
    async () => (await import("../../features/money/payments/billingList")).billingList,
  ),
  staticData: { messages: ["receivables"] },
  component: Screen,
});

function Screen() {
  const t = useTranslate();
  const { can } = usePermissions();
  const hoursOver = {
    id: "hours_over",
    label: t("billing.hours_over"),
    panel: () => <OveragesPanel />,
  };
  return <BillingPage otherViews={can("retainers.view") ? [hoursOver] : []} />;
}
