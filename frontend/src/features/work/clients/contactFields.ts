// The form fields of a contact besides the primary one.
import { ClientContactCreate } from "../../../api/shapes/ClientContactCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export const contactFields = defineFields(ClientContactCreate, [
  { kind: "text", name: "name", label: "client_contacts.field.name", required: true },
  { kind: "text", name: "title", label: "client_contacts.field.title" },
  { kind: "text", input: "email", name: "email", label: "client_contacts.field.email" },
  { kind: "text", input: "tel", name: "phone", label: "client_contacts.field.phone" },
]);
