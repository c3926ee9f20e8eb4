// The types of form fields, described once for creating and editing.

import { createContext, type FunctionComponent } from "react";
import type { EnumName, OrganizationOption } from "../../api/types";
import type { BodyShape, EnumNameOf, Exact, ListPath, Query } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";
import type { ControlProps } from "./controls/control";

export type Ref = { api_id: string; name: string };
export type Weight = { employee: Ref; weight: number };

export type FieldValue = string | boolean | string[] | Ref | Ref[] | Weight[] | null;
export type FormValues = Record<string, FieldValue>;

/** A record of the API; the form reads only the fields that it describes. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** Filters the records that a field offers. */
export type FieldQuery = Readonly<Record<string, unknown>>;

export type FieldKind =
  | { kind: "text"; input?: "email" | "url" | "tel"; max?: number }
  | { kind: "textarea"; max?: number }
  | { kind: "integer"; min?: number; max?: number }
  | { kind: "hours" }
  /** Two decimals by default. */
  | { kind: "decimal"; decimals?: number }
  | { kind: "money"; currencyField: string }
  | { kind: "date" }
  | { kind: "choice"; enumName: EnumName; values?: readonly string[] }
  /** Several values; one that the record has but the field does not offer stays. */
  | { kind: "choices"; enumName: EnumName; values?: readonly string[] }
  /** One value of a short list with its own control, such as icons. */
  | { kind: "drawn"; enumName: EnumName; control: FunctionComponent<ControlProps<string>> }
  | { kind: "timezone" }
  /** Sent as `api_id`, or as the id in another service. */
  | { kind: "reference"; path: ListPath; query?: FieldQuery; idField?: "external_id" }
  | { kind: "references"; path: ListPath; query?: FieldQuery }
  /** One of a record's files, or its only one, with its own control. */
  | { kind: "file"; control: FunctionComponent<ControlProps<Ref | null>> }
  | { kind: "tags"; max?: number; items?: number }
  /** Integers, stored and sent in ascending order. */
  | { kind: "numbers"; min?: number; max?: number; items?: number }
  | { kind: "switch" }
  | { kind: "weights"; path: ListPath }
  /** Never read back: empty means unchanged, false removes it. */
  | { kind: "secret"; isSet: boolean; max?: number };

type FieldOptions<Name extends string, Values = FormValues> = {
  name: Name;
  label: MessageKey;
  help?: MessageKey;
  required?: boolean;
  /** Why the value can no longer change: the field shows it, disabled. */
  fixed?: MessageKey;
  /** The message for an empty required field. */
  whenEmpty?: MessageKey;
  /** Half width on wide screens: the same text in two languages, for instance. */
  half?: boolean;
  /** Starts a titled group with this field. */
  section?: MessageKey;
  /** Shows, validates and sends the field only while this returns true. */
  visibleWhen?: (values: Values) => boolean;
};

/** A field as forms render it; `defineFields` checks it against the type of a body. */
export type FieldDescription<Name extends string = string> = FieldKind & FieldOptions<Name>;

type KindOf<Kind extends FieldKind["kind"]> = Extract<FieldKind, { kind: Kind }>;
type EnumKind<Kind extends string, Value, Name> = {
  kind: Kind;
  enumName: Name;
  values?: readonly Value[];
};

/** The query of a reference field has the parameters of its list. */
type ReferenceKind<Kind extends "reference" | "references"> = {
  [P in ListPath]: { kind: Kind; path: P; query?: Query<P>; idField?: "external_id" };
}[ListPath];

/** The kinds of field for the format of a text. */
type TextKinds = {
  date: KindOf<"date">;
  uuid: ReferenceKind<"reference"> | KindOf<"file">;
  email: KindOf<"text"> & { input: "email" };
  uri: KindOf<"text"> & { input: "url" };
  timezone: KindOf<"timezone">;
  amount: KindOf<"money" | "decimal">;
  hours: KindOf<"hours" | "decimal">;
  rate: KindOf<"decimal">;
  option: EnumKind<"choice", string, OrganizationOption["enum"]>;
};
type TextKind<Format> = Format extends keyof TextKinds
  ? TextKinds[Format]
  : KindOf<"text" | "textarea" | "secret" | "file"> | ReferenceKind<"reference">;

type DrawnKind<Name> = KindOf<"drawn"> & { enumName: Name };

/** The kinds of field for the type of a value. */
type KindFor<Value, Format> = [Value] extends [boolean]
  ? KindOf<"switch">
  : [Value] extends [number]
    ? KindOf<"integer">
    : [Value] extends [readonly number[]]
      ? KindOf<"numbers">
      : [Value] extends [readonly (infer Element extends string)[]]
        ? Format extends "uuid"
          ? ReferenceKind<"references">
          : KindOf<"tags"> | EnumKind<"choices", Element, EnumNameOf<Format>>
        : [Value] extends [string]
          ? string extends Value
            ? TextKind<Format>
            : EnumKind<"choice", Value, EnumNameOf<Format>> | DrawnKind<EnumNameOf<Format>>
          : KindOf<"weights"> | KindOf<"switch">;

/** A field of a body: its name is a key of it, and its kind holds such a value. */
type FieldOf<Sent, Format> = {
  [K in keyof Sent & string]: KindFor<NonNullable<Sent[K]>, FormatOf<Format, K>> &
    FieldOptions<K, ValuesOf<Sent>> &
    InCurrency<keyof Sent>;
}[keyof Sent & string];
/** The currency of an amount: a field of the form, or the currency that the form starts with. */
type InCurrency<Name> = { currencyField?: Name | "currency" };

/** The values of a form while it is filled in. */
type ValuesOf<Sent> = { readonly [K in keyof Sent & string]: ValueOf<NonNullable<Sent[K]>> };
type ValueOf<Value> = [Value] extends [boolean]
  ? boolean
  : [Value] extends [string]
    ? Value | "" | (string extends Value ? FieldValue : never)
    : FieldValue;
/** The values of a body's form: `FormValuesOf<typeof ClientCreate>`. */
export type FormValuesOf<Shape> =
  Shape extends BodyShape<infer Sent, infer _> ? ValuesOf<Sent> : never;

type FormatOf<Format, Name> = Name extends keyof Format ? Format[Name] : undefined;

/** Defines the fields of a body; limits come from the schema unless a field is stricter. */
export function defineFields<Sent, Format, const Field extends FieldOf<Sent, Format>>(
  { limits }: BodyShape<Sent, Format>,
  fields: readonly (Field & Exact<Field, FieldOf<Sent, Format>>)[],
): readonly FieldDescription<Field["name"]>[] {
  const limitsByName: Readonly<Record<string, object | undefined>> = limits;
  // The types have checked each field; the compiler does not see that the limits match its kind.
  return fields.map((field) => ({ ...limitsByName[field.name], ...field }) as never);
}

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

export function visibleFields(
  fields: readonly FieldDescription[],
  values: FormValues,
): FieldDescription[] {
  return fields.filter((field) => field.visibleWhen?.(values) ?? true);
}

/** The form above a note, which may offer another day where saving would be refused. */
export type NoteFormState = {
  fields: readonly FieldDescription[];
  form?: { values: FormValues; setValue: (name: string, value: FieldValue) => void };
};

/** Null while the form itself says that a month is closed; outside of a form it has no fields. */
export const NoteForm = createContext<NoteFormState | null>({ fields: [] });

/** The text of a field with a text value; empty for other kinds. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
