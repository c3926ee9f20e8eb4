// A client's billing: receivables and invoices.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ClientInvoices } from "../../features/money/invoices/ClientInvoices";
import { ClientPaymentsSection } from "../../features/money/payments/ClientPaymentsSection";
import { ClientBilling } from "../../features/work/clients/ClientBilling";
import { validateId } from "../../session/guards";
import { readRawSearch } from "../../ui/table/rawSearch";
import { useRecordId } from "./-sameScreen";

export const Route = createFileRoute("/_default/clients/$id/billing")({
  validateSearch: readRawSearch,
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/clients/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  const id = useRecordId();
  return (
    <ClientBilling
      key={id}
      id={id}
      invoices={
        <>
          <ClientPaymentsSection clientId={id} />
          <ClientInvoices clientId={id} />
        </>
      }
    />
  );
}
