// The form fields of a note about a client.
import { ClientNoteCreate } from "../../../api/shapes/ClientNoteCreate.gen";
import { defineFields } from "../../../ui/form/fields";

const hasNextStep = ({ next_step }: { next_step?: unknown }) =>
  typeof next_step === "string" && next_step.trim() !== "";

export const noteFields = defineFields(ClientNoteCreate, [
  {
    kind: "choice",
    name: "kind",
    label: "client_notes.field.kind",
    enumName: "client_note_kind",
    required: true,
    half: true,
  },
  {
    kind: "date",
    name: "noted_on",
    label: "client_notes.field.noted_on",
    required: true,
    half: true,
  },
  { kind: "textarea", name: "text", label: "client_notes.field.text", required: true },
  { kind: "text", name: "next_step", label: "client_notes.field.next_step" },
  {
    kind: "date",
    name: "next_on",
    label: "client_notes.field.next_on",
    required: true,
    visibleWhen: hasNextStep,
    half: true,
  },
  {
    kind: "reference",
    name: "next_owner",
    label: "client_notes.field.next_owner",
    path: "/account-managers",
    required: true,
    visibleWhen: hasNextStep,
    half: true,
  },
]);
