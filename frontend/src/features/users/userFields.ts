// A person's fields, for inviting and for editing; which roles are offered depends on who offers them.
import type { Role, User } from "../../api/types";
import type { FieldDescription } from "../../ui/form/fields";
import { ROLES } from "./usersList";

const LONGEST_NAME = 100;

const identity: readonly FieldDescription[] = [
  {
    kind: "text",
    name: "first_name",
    label: "users.field.first_name",
    max: LONGEST_NAME,
    required: true,
    section: "users.section.identity",
  },
  {
    kind: "text",
    name: "last_name",
    label: "users.field.last_name",
    max: LONGEST_NAME,
    required: true,
  },
  { kind: "text", input: "email", name: "email", label: "users.field.email", required: true },
];

const preferences: readonly FieldDescription[] = [
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
];

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

export function invitationFields(giver: readonly string[]): readonly FieldDescription[] {
  const offered: FieldDescription = {
    ...roles,
    values: grantableBy(giver),
    help: "users.help.roles",
    required: true,
  };
  return [...identity, offered, ...preferences];
}

/** Nobody loses their last role by a slip in a form: ending an access is an action of its own. */
export function userFields(user: User): readonly FieldDescription[] {
  const offered: FieldDescription = {
    ...roles,
    values: user.grantable_roles,
    ...(user.roles.length > 0
      ? { help: "users.help.roles", required: true, whenEmpty: "users.roles_needed" }
      : { help: "users.help.roles_back" }),
  };
  return [...identity, offered, ...preferences];
}
