// The kinds of records that files can contain, and who may import them.
import type { Import, Permission } from "../../api/types";
import { usePermissions } from "../../session/permissions";

export type ImportKind = Import["kind"];

/** Each of these allows to import the kind; the server checks every row again. */
const REQUIRED_PERMISSIONS: Readonly<Record<ImportKind, readonly Permission[]>> = {
  clients: ["clients.create"],
  employees: ["employees.create"],
  projects: ["projects.create"],
  terms: ["projects.edit", "projects.edit_billing"],
  payments: ["payments.edit"],
  costs: ["employees.cost_rates"],
  churns: ["churns.record"],
  teams: ["teams.edit"],
  goals: ["goals.edit"],
};

/** What can be imported from the lists of projects. */
export const PROJECT_IMPORTS = ["projects", "terms", "payments", "costs", "churns"] as const;

export function useImportKinds(kinds: readonly ImportKind[]): ImportKind[] {
  const { can } = usePermissions();
  return kinds.filter((kind) => REQUIRED_PERMISSIONS[kind].some((permission) => can(permission)));
}
