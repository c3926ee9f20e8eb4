// The form fields of a team.
import { TeamCreate } from "../../../api/shapes/TeamCreate.gen";
import { defineFields } from "../../../ui/form/fields";

const ACTIVE = { status: "active" } as const;

export const teamFields = defineFields(TeamCreate, [
  { kind: "text", name: "name", label: "teams.field.name", required: true },
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
]);
