// The list of invoices, and what was owed on any day.
import { createFileRoute } from "@tanstack/react-router";
import { InvoicesPage } from "../../features/money/invoices/InvoicesPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/invoices")({
  ...laterListRoute(
    async () => (await import("../../features/money/invoices/invoicesList")).invoicesList,
  ),
  component: InvoicesPage,
});
