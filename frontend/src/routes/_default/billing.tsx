// What is still to invoice over all projects.
import { createFileRoute } from "@tanstack/react-router";
import { BillingPage } from "../../features/money/payments/BillingPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/billing")({
  ...lazyListRoute(
    async () => (await import("../../features/money/payments/billingList")).billingList,
  ),
  staticData: { messages: ["receivables"] },
  component: BillingPage,
});
