// The form fields of a user; the offered roles depend on the current user.
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

/** Only super administrators grant administrators' roles. */
function grantableBy(grantorRoles: readonly string[]): readonly Role[] {
  const isSuperAdmin = grantorRoles.includes("super_admin");
  return ROLES.filter((role) => isSuperAdmin || (role !== "super_admin" && role !== "admin"));
}

export function invitationFields(grantorRoles: readonly string[]) {
  const roleFields = defineFields(UserCreate, [
    { ...roles, values: grantableBy(grantorRoles), help: "users.help.roles", required: true },
  ]);
  return [...identity, ...roleFields, ...preferences];
}

/** The form cannot remove the last role: deactivating a user is a separate action. */
export function userFields(user: User) {
  const hasRoles = user.roles.length > 0;
  const roleFields = defineFields(UserCreate, [
    {
      ...roles,
      values: user.grantable_roles,
      help: hasRoles ? "users.help.roles" : "users.help.roles_back",
      required: hasRoles,
      whenEmpty: "users.roles_needed",
    },
  ]);
  return [...identity, ...roleFields, ...preferences];
}
