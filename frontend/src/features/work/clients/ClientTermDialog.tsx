// The dialog that records who is responsible for a client from a day on.
import type { Client } from "../../../api/types";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import type { TermForm } from "../../../ui/terms/DatedTerms";
import { TermDialog } from "../../../ui/terms/TermDialog";
import { clientTermFields } from "./clientTermFields";

type Props = { client: Client; form: TermForm };

export function ClientTermDialog({ client, form }: Props) {
  const params = { id: client.api_id };
  return (
    <TermDialog onClose={form.onCancel}>
      <ResourceForm
        {...form}
        fields={clientTermFields}
        record={client}
        endpoint={{
          path: "/clients/{id}/responsibility-terms",
          params,
          method: "post",
          readAt: { path: "/clients/{id}", params },
        }}
      />
    </TermDialog>
  );
}
