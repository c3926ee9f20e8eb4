// The form of a client, for creating and editing.
import type { Client } from "../../../api/types";
import { useCurrentUser } from "../../../session/currentUser";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { DatedFieldsHint } from "../../../ui/terms/DatedFieldsHint";
import { clientFields } from "./clientFields";

type Props = { client?: Client; onSaved: (id: string) => void; onCancel: () => void };

export function ClientForm({ client, onSaved, onCancel }: Props) {
  const user = useCurrentUser();
  const fields = clientFields(client);
  return (
    <ResourceForm
      formKey={`clients/${client?.api_id ?? "new"}`}
      path="/clients"
      fields={fields}
      {...(client ? { record: client } : { prefill: { currency: user.currency } })}
      renderNote={(values) =>
        client && (
          <DatedFieldsHint records="clients" record={client} fields={fields} values={values} />
        )
      }
      onSaved={(saved) => onSaved(saved.api_id)}
      onCancel={onCancel}
    />
  );
}
