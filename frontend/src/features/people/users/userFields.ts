// A person's fields, for inviting and for editing; which roles are offered depends on who offers them.
import { UserCreate } from "../../../api/shapes/UserCreate.gen";
import type { Role, User } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { ROLES } from "./usersList";

const identity = defineFields(UserCreate, [
  {
    kind: "text",
    name: "first_name",
    label: "users.field.first_name",
    required: true,
    section: "users.section.identity",
  },
  {
    kind: "text",
    name: "last_name",
    label: "users.field.last_name",
    required: true,
  },
  { kind: "text", input: "email", name: "email", label: "users.field.email", required: true },
]);

const preferences = defineFields(UserCreate, [
  {
    kind: "choice",
    name: "locale",
    label: "users.field.locale",
    enumName: "language",
    required: true,
    section: "users.section.preferences",
  },
  { kind: "timezone", name: "timezone", label: "users.field.timezone", required: true },
  {
    kind: "choice",
    name: "currency",
    label: "users.field.currency",
    enumName: "currency",
    required: true,
  },
]);

const roles = {
  kind: "choices",
  name: "roles",
  label: "users.field.roles",
  enumName: "role",
  section: "users.section.roles",
} as const;

/** What a new person can be given: administrators' roles are the super administrators' business. */
function grantableBy(giver: readonly string[]): readonly Role[] {
  const owns = giver.includes("super_admin");
  return ROLES.filter((role) => owns || (role !== "super_admin" && role !== "admin"));
}

export function invitationFields(giver: readonly string[]) {
  const offered = defineFields(UserCreate, [
    { ...roles, values: grantableBy(giver), help: "users.help.roles", required: true },
  ]);
  return [...identity, ...offered, ...preferences];
}

/** Nobody loses their last role by a slip in a form: ending an access is an action of its own. */
export function userFields(user: User) {
  const held = user.roles.length > 0;
  const offered = defineFields(UserCreate, [
    {
      ...roles,
      values: user.grantable_roles,
      help: held ? "users.help.roles" : "users.help.roles_back",
      required: held,
      whenEmpty: "users.roles_needed",
    },
  ]);
  return [...identity, ...offered, ...preferences];
}
