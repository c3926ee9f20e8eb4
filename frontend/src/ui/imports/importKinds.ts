// The kinds of records that files can contain, and who may import them.
import type { Import, Permission } from "../../api/types";
import { usePermissions } from "../../session/permissions";

export type ImportKind = Import["kind"];

/** Each of these allows to import the kind; the server checks every row again. */
const REQUIRED_PERMISSIONS: Readonly<Record<ImportKind, readonly Permission[]>> = {
  clients: ["clients.create"],
  employees: ["employees.create"],
  projects: ["projects.create"],
};

/** What can be imported from the lists of projects. */
export const PROJECT_IMPORTS = ["projects"] as const;

export function useImportKinds(kinds: readonly ImportKind[]): ImportKind[] {
  const { can } = usePermissions();
  return kinds.filter((kind) => REQUIRED_PERMISSIONS[kind].some((permission) => can(permission)));
}
