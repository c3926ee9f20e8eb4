// The list of people who sign in, as data.
import type { Role, User } from "../../api/types";
import type { ListDescription } from "../../ui/table/listDescription";

export const ROLES = [
  "super_admin",
  "admin",
  "financial_manager",
  "account_manager",
  "churn_manager",
  "employee",
] as const satisfies readonly Role[];

const STATUSES = ["invited", "active", "deactivated"] as const satisfies readonly User["status"][];

export const usersList: ListDescription = {
  path: "/users",
  file: { list: "users" },
  views: "users",
  defaultSort: "name",
  needs: "users.view",
  columns: [
    { id: "name", label: "users.field.name", sort: "name" },
    { id: "email", label: "users.field.email", sort: "email" },
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
      values: ROLES,
      enumName: "role",
      many: true,
    },
    {
      kind: "choice",
      id: "status",
      label: "users.field.status",
      values: STATUSES,
      enumName: "user_status",
      many: true,
    },
    {
      kind: "choice",
      id: "two_factor",
      label: "users.field.two_factor",
      values: ["true", "false"],
      words: { true: "users.factor.on", false: "users.factor.off" },
    },
  ],
};
