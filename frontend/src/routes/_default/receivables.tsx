// Receivables by client.
import { createFileRoute } from "@tanstack/react-router";
import { ReceivablesPage } from "../../features/money/invoices/receivables/ReceivablesPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/receivables")({
  ...lazyListRoute(
    async () =>
      (await import("../../features/money/invoices/receivables/clientReceivablesList"))
        .clientReceivablesList,
  ),
  staticData: { messages: ["receivables"] },
  component: ReceivablesPage,
});
