// The one call that answers the figures and the state of their sources; light, since routes start it before any screen.
import { dataQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import { STATISTICS_PERMISSIONS, scope } from "../../../session/permissions";
import type { DashboardQuery, Scope } from "./dashboardSearch";

const NARROW_TO_WIDE: readonly Scope[] = ["own", "team", "all"];

/** How far a person's figures of people and accounts reach at most. */
export function widestScope(user: CurrentUser): Scope {
  const held = STATISTICS_PERMISSIONS.map((permission) => scope(user, permission));
  return NARROW_TO_WIDE.findLast((one) => held.includes(one)) ?? "own";
}

export function dashboardQuery(asked: DashboardQuery = {}) {
  return dataQuery("/dashboard", { query: asked });
}

/** What home shows: what the dashboard shows to whoever asks it for nothing. */
export function homeQuery(user: CurrentUser) {
  return dashboardQuery({ scope: widestScope(user) });
}
