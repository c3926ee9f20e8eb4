// Converts between the API's records and a form's values, without loss.
import {
  type ApiRecord,
  emptyValue,
  type FieldDescription,
  type FieldValue,
  type FormValues,
  type Ref,
  textOf,
  visibleFields,
  type Weight,
} from "./fields";

export type Payload = Record<string, unknown>;

export function valueFromRecord(field: FieldDescription, value: unknown): FieldValue {
  if (value === null || value === undefined) return emptyValue(field);
  // A single file, such as the logo, is identified by its URL.
  if (field.kind === "file" && typeof value === "string") return { api_id: value, name: value };
  if (field.kind === "money") return (value as { amount: string }).amount;
  if (field.kind === "numbers") return (value as number[]).map(String);
  if (typeof value === "number") return String(value);
  return value as FieldValue;
}

/** The initial values of a form, from a record or the prefilled values of a new one. */
export function valuesFromRecord(
  fields: readonly FieldDescription[],
  record: ApiRecord,
): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, valueFromRecord(field, record[field.name])]),
  );
}

function payloadValue(field: FieldDescription, value: FieldValue): unknown {
  switch (field.kind) {
    case "integer":
      return value === "" ? null : Number(value);
    case "reference":
    case "file":
      return (value as Ref | null)?.api_id ?? null;
    case "references":
      return (value as Ref[]).map((ref) => ref.api_id);
    case "weights":
      return (value as Weight[]).map(({ employee, weight }) => ({
        employee: employee.api_id,
        weight,
      }));
    case "choices":
      // A set: the order does not matter.
      return (value as string[]).toSorted();
    case "numbers":
      return (value as string[]).map(Number).toSorted((one, other) => one - other);
    case "switch":
    case "tags":
      return value;
    case "secret":
      // Left out of the payload when nothing was typed.
      return value === false ? null : textOf(value).trim() || undefined;
    default:
      return textOf(value).trim() || null;
  }
}

function isEmptyPayload(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The body of a creation: only filled fields. */
export function creationPayload(fields: readonly FieldDescription[], values: FormValues): Payload {
  const entries = visibleFields(fields, values)
    .map((field) => [field.name, payloadValue(field, values[field.name] ?? null)] as const)
    .filter(([, value]) => !isEmptyPayload(value));
  return Object.fromEntries(entries);
}

/** True when a field has the same value in both, regardless of its format. */
export function isSame(field: FieldDescription, one: FormValues, other: FormValues): boolean {
  const [first, second] = [one, other].map((values) =>
    JSON.stringify(payloadValue(field, values[field.name] ?? emptyValue(field))),
  );
  return first === second;
}

/** The names of the fields that changed since the form opened. */
export function changedFields(
  fields: readonly FieldDescription[],
  before: FormValues,
  current: FormValues,
): string[] {
  return visibleFields(fields, current)
    .filter((field) => !isSame(field, before, current))
    .map((field) => field.name);
}

/** The body of a change: only changed fields, so that two users can edit one record. */
export function changePayload(
  fields: readonly FieldDescription[],
  before: FormValues,
  current: FormValues,
): Payload {
  const changed = new Set(changedFields(fields, before, current));
  const entries = fields
    .filter((field) => changed.has(field.name))
    .map((field) => [field.name, payloadValue(field, current[field.name] ?? emptyValue(field))]);
  return Object.fromEntries(entries);
}
