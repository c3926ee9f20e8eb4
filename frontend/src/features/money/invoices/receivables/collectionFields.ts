// The form fields of a contact about receivables, and of a client's follow-up.
import { CollectionEntryCreate } from "../../../../api/shapes/CollectionEntryCreate.gen";
import { CollectionUpdate } from "../../../../api/shapes/CollectionUpdate.gen";
import { defineFields } from "../../../../ui/form/fields";

const followUp = [
  { kind: "date", name: "follow_up_on", label: "clients.field.follow_up_on", half: true },
  {
    kind: "reference",
    name: "follow_up_owner",
    label: "clients.field.follow_up_owner",
    path: "/follow-up-owners",
    half: true,
  },
] as const;

/** The amount of a promise is a part of it: both are there or neither. */
const hasPromise = ({ promised_on }: { promised_on?: unknown }) => !!promised_on;

const promise = [
  { kind: "date", name: "promised_on", label: "clients.field.promised_on" },
  {
    kind: "money",
    name: "promised_amount",
    label: "clients.field.promised_amount",
    currencyField: "promised_currency",
    required: true,
    half: true,
    visibleWhen: hasPromise,
  },
  {
    kind: "choice",
    name: "promised_currency",
    label: "clients.field.promised_currency",
    enumName: "currency",
    required: true,
    half: true,
    visibleWhen: hasPromise,
  },
] as const;

export const contactFields = defineFields(CollectionEntryCreate, [
  {
    kind: "choice",
    name: "kind",
    label: "collection_entries.field.kind",
    enumName: "contact_kind",
    required: true,
    half: true,
  },
  {
    kind: "date",
    name: "contacted_on",
    label: "collection_entries.field.contacted_on",
    required: true,
    half: true,
  },
  { kind: "textarea", name: "text", label: "collection_entries.field.text", required: true },
  ...followUp,
  ...promise,
]);

export const followUpFields = defineFields(CollectionUpdate, [
  ...followUp,
  {
    kind: "choice",
    name: "collection_state",
    label: "clients.field.collection_state",
    enumName: "collection_state",
    required: true,
  },
]);

/** Also the current promise; contacts record new ones. */
export const promiseFields = defineFields(CollectionUpdate, promise);
