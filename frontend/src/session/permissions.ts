// What the signed-in user may do, as the server stated it; the server decides again on every call.
import type { CurrentUser, Permission } from "../api/types";
import { useCurrentUser } from "./currentUser";

const ADMIN_ROLES = ["admin", "super_admin"];

/** Each of these shows a part of the activity log, the first of them one's own or all of it. */
export const READS_ACTIVITY = [
  "activity.view",
  "activity.view_money",
  "activity.view_churn",
] as const satisfies readonly Permission[];

/** Each of these opens a group of people's figures. */
export const READS_FIGURES = [
  "statistics.hours",
  "statistics.mrr",
  "statistics.revenue",
  "statistics.churn",
  "statistics.oos",
  "statistics.goals",
  "statistics.values",
] as const satisfies readonly Permission[];

export function isAdmin(user: CurrentUser): boolean {
  return user.roles.some((role) => ADMIN_ROLES.includes(role));
}

/** No role left, or none ever given. */
export function isDeactivated(user: Pick<CurrentUser, "roles"> | { roles?: undefined }): boolean {
  return !user.roles?.length;
}

export function isEmployee(user: CurrentUser): boolean {
  return Boolean(user.employee?.api_id);
}

/** How far a permission reaches: "all", "team" or "own"; null when it is not held. */
export function scope(user: CurrentUser, permission: Permission): string | null {
  return user.permissions[permission] ?? null;
}

export function may(user: CurrentUser, permission: Permission): boolean {
  return scope(user, permission) !== null;
}

export function mayAny(user: CurrentUser, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => may(user, permission));
}

export function usePermissions() {
  const user = useCurrentUser();
  return {
    may: (permission: Permission) => may(user, permission),
    mayAny: (permissions: readonly Permission[]) => mayAny(user, permissions),
    scope: (permission: Permission) => scope(user, permission),
    isAdmin: isAdmin(user),
    isEmployee: isEmployee(user),
    isDeactivated: isDeactivated(user),
  };
}
