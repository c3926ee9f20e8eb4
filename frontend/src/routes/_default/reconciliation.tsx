// Which invoices probably bill which scheduled payments.
import { createFileRoute } from "@tanstack/react-router";
import { ReconciliationPage } from "../../features/money/reconciliation/ReconciliationPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/reconciliation")({
  ...lazyListRoute(
    async () =>
      (await import("../../features/money/reconciliation/reconciliationList")).reconciliationList,
  ),
  staticData: { messages: ["receivables"] },
  component: ReconciliationPage,
});
