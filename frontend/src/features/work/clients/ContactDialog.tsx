// The dialog to add or change a contact of a client.
import type { Client, ClientContact } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { contactFields } from "./contactFields";

type Props = { client: Client; contact: ClientContact | undefined; onClose: () => void };

export function ContactDialog({ client, contact, onClose }: Props) {
  const t = useTranslate();
  const id = client.api_id;
  const title = contact
    ? t("client_page.contact.edit_title", { name: contact.name })
    : t("client_page.contact.add");
  return (
    <FormModal opened title={title} onClose={onClose}>
      {contact ? (
        <ResourceForm
          formKey={`clients/${id}/contacts/${contact.api_id}`}
          fields={contactFields}
          record={contact}
          endpoint={{
            path: "/clients/{id}/contacts/{contact_id}",
            params: { id, contact_id: contact.api_id },
            method: "patch",
          }}
          onSaved={onClose}
          onCancel={onClose}
        />
      ) : (
        <ResourceForm
          formKey={`clients/${id}/contacts/new`}
          path="/clients/{id}/contacts"
          params={{ id }}
          fields={contactFields}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </FormModal>
  );
}
