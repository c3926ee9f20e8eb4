// A form's fields, described once for creating and editing.
import type { FunctionComponent } from "react";
import type { Query } from "../../api/client";
import type { MessageKey } from "../../i18n/keys";
import type { ControlProps } from "./controls/control";

export type Ref = { api_id: string; name: string };
export type Weight = { employee: Ref; weight: number };

export type FieldValue = string | boolean | string[] | Ref | Ref[] | Weight[] | null;
export type FormValues = Record<string, FieldValue>;

/** A record as the API answers it; the form only reads the fields it describes. */
export type ApiRecord = Readonly<Record<string, unknown>>;

export type FieldKind =
  | { kind: "text"; input?: "email" | "url" | "tel"; max?: number }
  | { kind: "textarea"; max?: number }
  | { kind: "integer"; min?: number; max?: number }
  | { kind: "hours" }
  /** Kept to two decimals where it does not say otherwise. */
  | { kind: "decimal"; decimals?: number }
  | { kind: "money"; currencyField: string }
  | { kind: "date" }
  | { kind: "choice"; enumName: string; values?: readonly string[] }
  /** Several of a list; a value that is held but not offered stays as it is. */
  | { kind: "choices"; enumName: string; values?: readonly string[] }
  /** One of a short list that is shown rather than named; the form brings the control along. */
  | { kind: "drawn"; enumName: string; control: FunctionComponent<ControlProps<string>> }
  | { kind: "timezone" }
  /** Sent by its `api_id`, but where a record of another service is known by its id there. */
  | { kind: "reference"; path: string; query?: Query; idOf?: "external_id" }
  | { kind: "references"; path: string; query?: Query }
  /** One of a record's files, or its only one; the few forms that ask for one bring the control along. */
  | { kind: "file"; control: FunctionComponent<ControlProps<Ref | null>> }
  | { kind: "tags"; max?: number }
  /** Whole numbers, kept and sent in rising order. */
  | { kind: "numbers"; min: number; max: number }
  | { kind: "switch" }
  | { kind: "weights"; path: string }
  /** Never read back: empty leaves it as it is, false removes it. */
  | { kind: "secret"; isSet: boolean };

export type FieldDescription = FieldKind & {
  name: string;
  label: MessageKey;
  help?: MessageKey;
  required?: boolean;
  /** What to say instead of "required" when it is left empty. */
  whenEmpty?: MessageKey;
  /** Half as wide where there is room, beside its neighbour: the same thing in two languages. */
  half?: boolean;
  /** Starts a titled group with this field. */
  section?: MessageKey;
  /** Only shown, validated and sent while this holds. */
  shownWhen?: (values: FormValues) => boolean;
};

const LIST_KINDS: ReadonlySet<FieldKind["kind"]> = new Set([
  "choices",
  "numbers",
  "references",
  "tags",
  "weights",
]);

export function emptyValue(field: FieldDescription): FieldValue {
  if (LIST_KINDS.has(field.kind)) return [];
  if (field.kind === "switch") return false;
  return field.kind === "reference" || field.kind === "file" ? null : "";
}

export function shownFields(
  fields: readonly FieldDescription[],
  values: FormValues,
): FieldDescription[] {
  return fields.filter((field) => field.shownWhen?.(values) ?? true);
}

/** The text of a field that is kept as text; nothing for the others. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
