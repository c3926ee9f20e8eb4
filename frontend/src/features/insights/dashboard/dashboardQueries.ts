// The query of the figures and their sources; small, because routes start it before any page.
import { dataQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { STATISTICS_PERMISSIONS, scope } from "../../../session/permissions";
import type { DashboardQuery, Scope } from "./dashboardSearch";

const NARROW_TO_WIDE: readonly Scope[] = ["own", "team", "all"];

/** The widest scope in which the user may see figures of people and clients. */
export function widestScope(user: CurrentUser): Scope {
  const scopes = STATISTICS_PERMISSIONS.map((permission) => scope(user, permission));
  return NARROW_TO_WIDE.findLast((candidate) => scopes.includes(candidate)) ?? "own";
}

/** What the figures leave out. */
export function gapsQuery(query: Query<"/figure-gaps">) {
  return dataQuery("/figure-gaps", { query });
}

export function dashboardQuery(query: DashboardQuery = {}) {
  return dataQuery("/dashboard", { query });
}

/** The home page's figures: those of the dashboard without filters. */
export function homeQuery(user: CurrentUser) {
  return dashboardQuery({ scope: widestScope(user) });
}
