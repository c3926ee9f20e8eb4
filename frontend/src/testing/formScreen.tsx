// Opens a form in a test, and records what it sends.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { DescribedForm, type DescribedFormProps } from "../ui/form/DescribedForm";
import type { FieldDescription } from "../ui/form/fields";
import type { EditedRecord } from "../ui/form/saveRecord";
import { renderScreen } from "./renderScreen";
import { installServer, server } from "./server";

export const fields: readonly FieldDescription[] = [
  { kind: "text", name: "name", label: "clients.field.name", required: true },
  {
    kind: "text",
    input: "email",
    name: "contact_email",
    label: "clients.field.contact_email",
  },
  {
    kind: "choice",
    name: "currency",
    label: "clients.field.currency",
    enumName: "currency",
    required: true,
  },
  { kind: "money", name: "amount", label: "projects.field.amount", currencyField: "currency" },
  { kind: "date", name: "start_on", label: "projects.field.start_on" },
  { kind: "textarea", name: "notes", label: "clients.field.notes" },
];

export const enums = {
  currency: [
    { value: "CAD", name_en: "Canadian dollar", name_fr: "Dollar canadien", is_active: true },
    { value: "USD", name_en: "US dollar", name_fr: "Dollar américain", is_active: true },
  ],
};

export const record: EditedRecord & Record<string, unknown> = {
  api_id: "c1",
  version: 3,
  name: "Studio Érable",
  contact_email: null,
  currency: "CAD",
  amount: { amount: "1250.00", currency: "CAD" },
  start_on: "2026-03-04",
  notes: null,
};

type SentRequest = { body: Record<string, unknown>; key: string | null };
export const sentRequests: SentRequest[] = [];

/** Responds to saves with `reply` and records them in `sent`. */
export function handleSave(
  reply: (body: Record<string, unknown>) => Response | Promise<Response> = (body) =>
    HttpResponse.json({ data: { ...record, ...body } }),
) {
  const handle = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sentRequests.push({ body, key: request.headers.get("Idempotency-Key") });
    return reply(body);
  };
  server.use(http.post("/api/v1/clients", handle), http.patch("/api/v1/clients/c1", handle));
}

export const onSaved = vi.fn();
export const onCancel = vi.fn();

export function openForm(existing?: EditedRecord, props: Partial<DescribedFormProps> = {}) {
  return renderScreen(
    () => (
      <DescribedForm
        formKey="clients/test"
        path="/clients"
        fields={fields}
        {...(existing ? { record: existing } : { prefill: { currency: "CAD" } })}
        onSaved={onSaved}
        onCancel={onCancel}
        {...props}
      />
    ),
    { enums, otherPaths: ["/elsewhere"] },
  );
}

export const findField = (name: RegExp | string) => screen.findByRole("textbox", { name });
export const saveButton = () => screen.getByRole("button", { name: /^(Create|Save)$/ });

/** Call once in a test file about forms. */
export function installForms(): void {
  installServer();
  beforeEach(() => {
    sentRequests.length = 0;
    onSaved.mockReset();
    onCancel.mockReset();
  });
}
