// A team's fields, once for creating and editing.
import type { FieldDescription } from "../../ui/form/fields";

const LONGEST_NAME = 200;
const ACTIVE = { status: "active" } as const;

export const teamFields: readonly FieldDescription[] = [
  { kind: "text", name: "name", label: "teams.field.name", max: LONGEST_NAME, required: true },
  {
    kind: "references",
    name: "users",
    label: "teams.field.users",
    help: "teams.help.users",
    path: "/users",
    query: ACTIVE,
    required: true,
    whenEmpty: "teams.members_needed",
  },
  {
    kind: "reference",
    name: "representative",
    label: "teams.field.representative",
    help: "teams.help.representative",
    path: "/users",
    query: ACTIVE,
    required: true,
  },
];
