// What two editors of one record really disagree about: what nobody else touched needs no question.
import type { FieldDescription, FormValues } from "./fields";
import { isSame } from "./payload";

type Versions = { before: FormValues; theirs: FormValues; mine: FormValues };

/** An amount says nothing without its currency: who changes the one changes what the other means. */
function isOneWith(field: FieldDescription, other: FieldDescription): boolean {
  return (
    field.name === other.name ||
    (field.kind === "money" && field.currencyField === other.name) ||
    (other.kind === "money" && other.currencyField === field.name)
  );
}

/** The fields that they changed, and not to what mine says; `unread` changed without being shown. */
export function conflictingFields(
  fields: readonly FieldDescription[],
  { before, theirs, mine }: Versions,
  unread: readonly string[],
): string[] {
  const changed = fields.filter(
    (field) =>
      unread.includes(field.name) ||
      !(isSame(field, before, theirs) || isSame(field, theirs, mine)),
  );
  return fields
    .filter((field) => changed.some((other) => isOneWith(field, other)))
    .map((field) => field.name);
}
