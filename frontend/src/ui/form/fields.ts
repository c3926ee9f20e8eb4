// A form's fields, described once for creating and editing.

import type { FunctionComponent } from "react";
import type { EnumName } from "../../api/types";
import type { BodyShape, ListPath, Query } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";
import type { ControlProps } from "./controls/control";

export type Ref = { api_id: string; name: string };
export type Weight = { employee: Ref; weight: number };

export type FieldValue = string | boolean | string[] | Ref | Ref[] | Weight[] | null;
export type FormValues = Record<string, FieldValue>;

/** A record as the API answers it; the form only reads the fields it describes. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** What narrows the records that a field offers. */
export type FieldQuery = Readonly<Record<string, unknown>>;

export type FieldKind =
  | { kind: "text"; input?: "email" | "url" | "tel"; max?: number }
  | { kind: "textarea"; max?: number }
  | { kind: "integer"; min?: number; max?: number }
  | { kind: "hours" }
  /** Kept to two decimals where it does not say otherwise. */
  | { kind: "decimal"; decimals?: number }
  | { kind: "money"; currencyField: string }
  | { kind: "date" }
  | { kind: "choice"; enumName: EnumName; values?: readonly string[] }
  /** Several of a list; a value that is held but not offered stays as it is. */
  | { kind: "choices"; enumName: EnumName; values?: readonly string[] }
  /** One of a short list that is shown rather than named; the form brings the control along. */
  | { kind: "drawn"; enumName: EnumName; control: FunctionComponent<ControlProps<string>> }
  | { kind: "timezone" }
  /** Sent by its `api_id`, but where a record of another service is known by its id there. */
  | { kind: "reference"; path: ListPath; query?: FieldQuery; idOf?: "external_id" }
  | { kind: "references"; path: ListPath; query?: FieldQuery }
  /** One of a record's files, or its only one; the few forms that ask for one bring the control along. */
  | { kind: "file"; control: FunctionComponent<ControlProps<Ref | null>> }
  | { kind: "tags"; max?: number }
  /** Whole numbers, kept and sent in rising order. */
  | { kind: "numbers"; min?: number; max?: number }
  | { kind: "switch" }
  | { kind: "weights"; path: ListPath }
  /** Never read back: empty leaves it as it is, false removes it. */
  | { kind: "secret"; isSet: boolean; max?: number };

type Described<Name extends string> = {
  name: Name;
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
  visibleWhen?: (values: FormValues) => boolean;
};

/** A field as the forms draw it; `defineFields` makes those that a body's type has been checked for. */
export type FieldDescription<Name extends string = string> = FieldKind & Described<Name>;

type KindOf<Kind extends FieldKind["kind"]> = Extract<FieldKind, { kind: Kind }>;
type Offered<Kind extends string, Value> = {
  kind: Kind;
  enumName: EnumName;
  values?: readonly Value[];
};

/** What is picked from a list is asked for by the list's own parameters. */
type Picked<Kind extends "reference" | "references"> = {
  [P in ListPath]: { kind: Kind; path: P; query?: Query<P>; idOf?: "external_id" };
}[ListPath];

type TextKind =
  | KindOf<"text" | "textarea" | "hours" | "decimal" | "money" | "date" | "drawn" | "timezone">
  | KindOf<"file" | "secret">
  | Offered<"choice", string>
  | Picked<"reference">;

/** The kinds of field that hold a value of a body. */
type KindFor<Value> = [Value] extends [boolean]
  ? KindOf<"switch">
  : [Value] extends [number]
    ? KindOf<"integer">
    : [Value] extends [readonly number[]]
      ? KindOf<"numbers">
      : [Value] extends [readonly (infer One extends string)[]]
        ? KindOf<"tags"> | Picked<"references"> | Offered<"choices", One>
        : [Value] extends [string]
          ? string extends Value
            ? TextKind
            : Offered<"choice", Value> | KindOf<"drawn" | "timezone">
          : KindOf<"weights"> | KindOf<"switch">;

/** A field of a body: its name is a key of it, and its kind holds such a value. */
export type FieldOf<Sent> = {
  [K in keyof Sent & string]: KindFor<NonNullable<Sent[K]>> & Described<K>;
}[keyof Sent & string];

/** Fields of a body; how long or large each may be is the schema's where a field does not say less. */
export function defineFields<Sent, const Field extends FieldOf<Sent>>(
  { limits }: BodyShape<Sent>,
  fields: readonly Field[],
): readonly FieldDescription<Field["name"]>[] {
  const known: Readonly<Record<string, object | undefined>> = limits;
  // Each is a field of the body by its type; the compiler does not see that limits fit the kind.
  return fields.map((field) => ({ ...known[field.name], ...field }) as never);
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

/** The text of a field that is kept as text; nothing for the others. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
