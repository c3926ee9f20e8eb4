// Finds the fields on which two editors of a record disagree.
import type { FieldDescription, FormValues } from "./fields";
import { isSame } from "./payload";

type ConflictVersions = { before: FormValues; theirs: FormValues; mine: FormValues };

/** An amount depends on its currency: changing one changes the meaning of the other. */
function dependsOn(field: FieldDescription, other: FieldDescription): boolean {
  return (
    field.name === other.name ||
    (field.kind === "money" && field.currencyField === other.name) ||
    (other.kind === "money" && other.currencyField === field.name)
  );
}

/** The fields that the other editor changed to a different value; `unread` fields changed without being shown. */
export function conflictingFields(
  fields: readonly FieldDescription[],
  { before, theirs, mine }: ConflictVersions,
  unreadable: readonly string[],
): string[] {
  const changed = fields.filter(
    (field) =>
      unreadable.includes(field.name) ||
      !(isSame(field, before, theirs) || isSame(field, theirs, mine)),
  );
  return fields
    .filter((field) => changed.some((other) => dependsOn(field, other)))
    .map((field) => field.name);
}
