// The list of users: columns and filters.
import { listUsers } from "../../../api/shapes/listUsers.gen";
import type { Role } from "../../../api/types";
import { defineList } from "../../../ui/table/listDescription";

export const ROLES: readonly Role[] = listUsers.values.role;

export const usersList = defineList(listUsers, {
  file: { list: "users" },
  views: "users",
  defaultSort: "name",
  requires: "users.view",
  columns: [
    { id: "name", label: "users.field.name", sort: "name" },
    { id: "email", label: "users.field.email", sort: "email", text: true },
    { id: "roles", label: "users.field.roles" },
    { id: "status", label: "users.field.status", sort: "status" },
    { id: "two_factor", label: "users.field.two_factor" },
    { id: "google_linked", label: "users.field.google_linked" },
    { id: "last_seen_at", label: "users.field.last_seen_at", sort: "last_seen_at" },
    { id: "created_at", label: "users.field.created_at", sort: "created_at", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "role",
      label: "users.field.roles",
      enumName: "role",
      multiple: true,
    },
    {
      kind: "choice",
      id: "status",
      label: "users.field.status",
      enumName: "user_status",
      multiple: true,
    },
    {
      kind: "choice",
      id: "two_factor",
      label: "users.field.two_factor",
      labels: { true: "users.factor.on", false: "users.factor.off" },
    },
  ],
});
