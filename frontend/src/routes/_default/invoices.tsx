// The list of invoices.
import { createFileRoute } from "@tanstack/react-router";
import { InvoicesPage } from "../../features/invoices/InvoicesPage";
import { invoicesList } from "../../features/invoices/invoicesList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/invoices")({
  ...listRoute(invoicesList),
  component: InvoicesPage,
});
