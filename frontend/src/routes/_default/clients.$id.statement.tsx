// A client's statement of account, as a letter to print.
import { createFileRoute } from "@tanstack/react-router";
import { dataQuery, itemQuery } from "../../api/queries";
import { ClientStatement } from "../../features/money/invoices/statement/ClientStatement";
import { validateId } from "../../session/guards";
import { useRecordId } from "./-sameScreen";

export const Route = createFileRoute("/_default/clients/$id/statement")({
  staticData: { messages: ["client"] },
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/clients/{id}", params.id));
    void context.queryClient.prefetchQuery(
      dataQuery("/clients/{id}/statement-document", { params: { id: params.id } }),
    );
  },
  component: Screen,
});

function Screen() {
  return <ClientStatement id={useRecordId()} />;
}
