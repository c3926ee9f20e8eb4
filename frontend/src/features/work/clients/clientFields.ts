// The form fields of a client.
import { ClientCreate } from "../../../api/shapes/ClientCreate.gen";
import { ClientUpdate } from "../../../api/shapes/ClientUpdate.gen";
import type { Client } from "../../../api/types";
import type { Schemas } from "../../../api/wire";
import { defineFields } from "../../../ui/form/fields";

export const allFields = defineFields(ClientCreate, [
  {
    kind: "text",
    name: "name",
    label: "clients.field.name",
    required: true,
    section: "clients.section.identity",
  },
  {
    kind: "reference",
    name: "account_manager",
    label: "clients.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  { kind: "reference", name: "team", label: "clients.field.team", path: "/teams" },
  {
    kind: "choice",
    name: "currency",
    label: "clients.field.currency",
    enumName: "currency",
    required: true,
  },
  { kind: "choice", name: "language", label: "clients.field.language", enumName: "language" },
  { kind: "choice", name: "industry", label: "clients.field.industry", enumName: "industry" },
  { kind: "text", input: "url", name: "website", label: "clients.field.website" },
  { kind: "tags", name: "tags", label: "clients.field.tags" },
  {
    kind: "text",
    name: "contact_name",
    label: "clients.field.contact_name",
    section: "clients.section.contact",
  },
  { kind: "text", name: "contact_title", label: "clients.field.contact_title" },
  { kind: "text", input: "email", name: "contact_email", label: "clients.field.contact_email" },
  { kind: "text", input: "tel", name: "contact_phone", label: "clients.field.contact_phone" },
  { kind: "textarea", name: "address", label: "clients.field.address" },
  {
    kind: "text",
    input: "email",
    name: "billing_email",
    label: "clients.field.billing_email",
    section: "clients.section.billing",
  },
  {
    kind: "integer",
    name: "payment_terms_days",
    label: "clients.field.payment_terms_days",
  },
  {
    kind: "textarea",
    name: "notes",
    label: "clients.field.notes",
    section: "clients.section.followup",
  },
]);

/** A level that a person sets instead of the computed one. */
export const healthFields = defineFields(ClientUpdate, [
  {
    kind: "choice",
    name: "health",
    label: "clients.field.health",
    enumName: "client_health",
    required: true,
  },
  { kind: "textarea", name: "health_note", label: "clients.field.health_note", required: true },
  { kind: "date", name: "health_until", label: "clients.field.health_until", required: true },
]);

/** The fields for users who may only edit billing. */
const BILLING_FIELD_NAMES: ReadonlySet<string> = new Set<keyof Schemas["ClientUpdate"]>([
  "billing_email",
  "address",
  "payment_terms_days",
  "currency",
]);
const billingFields = allFields.filter(({ name }) => BILLING_FIELD_NAMES.has(name));

export function clientFields(client: Client | undefined): typeof allFields {
  return client === undefined || client.can.includes("edit") ? allFields : billingFields;
}

export function canEdit(client: Client): boolean {
  return client.can.includes("edit") || client.can.includes("edit_billing");
}
