// Everything that is to be invoiced: scheduled payments, clients, approved extra work and hours over.
import { createFileRoute } from "@tanstack/react-router";
import { BillingPage } from "../../features/money/payments/BillingPage";
import { ToInvoiceSummary } from "../../features/money/toInvoice/ToInvoiceSummary";
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

const ExtraWorkPanel = lazyComponent(
  async () => (await import("../../features/money/toInvoice/ExtraWorkPanel")).ExtraWorkPanel,
);
const ClientsPanel = lazyComponent(
  async () => (await import("../../features/money/toInvoice/ClientsPanel")).ClientsPanel,
);

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
  const clients = { id: "clients", label: t("billing.clients"), panel: () => <ClientsPanel /> };
  const extraWork = {
    id: "extra_work",
    label: t("billing.extra_work"),
    panel: () => <ExtraWorkPanel />,
  };
  return (
    <BillingPage
      summary={<ToInvoiceSummary />}
      otherViews={[clients, extraWork, ...(can("retainers.view") ? [hoursOver] : [])]}
    />
  );
}
