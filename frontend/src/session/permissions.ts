// The permissions of the signed-in user, as the server listed them; the server checks them again on every call.
import type { CurrentUser, Permission } from "../api/types";
import { useCurrentUser } from "./currentUser";

const ADMIN_ROLES = ["admin", "super_admin"];

/** Each of these shows a part of the activity log; with `activity.view`, one's own entries or all of them. */
export const ACTIVITY_PERMISSIONS = [
  "activity.view",
  "activity.view_money",
  "activity.view_churn",
] as const satisfies readonly Permission[];

/** Each of these shows one group of a person's statistics. */
export const STATISTICS_PERMISSIONS = [
  "statistics.hours",
  "statistics.mrr",
  "statistics.revenue",
  "statistics.churn",
  "statistics.oos",
  "statistics.goals",
  "statistics.values",
] as const satisfies readonly Permission[];

/** Each of these shows time entries: those of people, or those of the projects that the user manages. */
export const TIME_PERMISSIONS = [
  "statistics.hours",
  "retainers.adjust",
] as const satisfies readonly Permission[];

/** Each of these shows figures of people within its scope. */
export const PEOPLE_PERMISSIONS = [
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

/** True for a user without a role. */
export function isDeactivated(user: Pick<CurrentUser, "roles"> | { roles?: undefined }): boolean {
  return !user.roles?.length;
}

export function isEmployee(user: CurrentUser): boolean {
  return Boolean(user.employee?.api_id);
}

/** The scope of a permission: "all", "team" or "own"; null without the permission. */
export function scope(user: CurrentUser, permission: Permission): string | null {
  return user.permissions[permission] ?? null;
}

export function can(user: CurrentUser, permission: Permission): boolean {
  return scope(user, permission) !== null;
}

export function canAny(user: CurrentUser, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => can(user, permission));
}

export function usePermissions() {
  const user = useCurrentUser();
  return {
    can: (permission: Permission) => can(user, permission),
    canAny: (permissions: readonly Permission[]) => canAny(user, permissions),
    scope: (permission: Permission) => scope(user, permission),
    isAdmin: isAdmin(user),
    isEmployee: isEmployee(user),
    isDeactivated: isDeactivated(user),
  };
}
