// The list of invoices, and the receivables on any day.
import { createFileRoute } from "@tanstack/react-router";
import { InvoicesPage } from "../../features/money/invoices/InvoicesPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/invoices")({
  ...lazyListRoute(
    async () => (await import("../../features/money/invoices/invoicesList")).invoicesList,
  ),
  staticData: { messages: ["receivables"] },
  component: InvoicesPage,
});
