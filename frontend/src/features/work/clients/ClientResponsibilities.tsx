// Who has been, is and will be responsible for a client.
import { ClientTermCreate } from "../../../api/shapes/ClientTermCreate.gen";
import type { Client } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { Responsibilities } from "../../../ui/terms/Responsibilities";
import { FIRST_DAY, REASON } from "../../../ui/terms/termFields";

const FIELDS = defineFields(ClientTermCreate, [
  FIRST_DAY,
  {
    kind: "reference",
    name: "account_manager",
    label: "clients.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  { kind: "reference", name: "team", label: "clients.field.team", path: "/teams" },
  REASON,
]);

export function ClientResponsibilities({ client }: { client: Client }) {
  const params = { id: client.api_id };
  return (
    <Responsibilities
      records="clients"
      record={client}
      fields={FIELDS}
      renderForm={(form) => (
        <ResourceForm
          {...form}
          fields={FIELDS}
          record={client}
          endpoint={{
            path: "/clients/{id}/responsibility-terms",
            params,
            method: "post",
            readAt: { path: "/clients/{id}", params },
          }}
        />
      )}
    />
  );
}
