// The one call that answers the figures and the state of their sources; light, since routes start it before any screen.
import { dataQuery } from "../../api/queries";
import type { CurrentUser, Dashboard } from "../../api/types";
import { READS_FIGURES, scope } from "../../session/permissions";
import type { Asked, Scope } from "./boardSearch";

const NARROW_TO_WIDE: readonly (string | null)[] = ["own", "team", "all"] satisfies Scope[];

/** How far a person's figures of people and accounts reach at most. */
export function widestScope(user: CurrentUser): Scope {
  const held = READS_FIGURES.map((permission) => NARROW_TO_WIDE.indexOf(scope(user, permission)));
  return (NARROW_TO_WIDE[Math.max(0, ...held)] ?? "own") as Scope;
}

export function dashboardQuery(asked: Asked = {}) {
  return dataQuery<Dashboard>("/dashboard", asked);
}

/** What home shows: what the dashboard shows to whoever asks it for nothing. */
export function homeQuery(user: CurrentUser) {
  return dashboardQuery({ scope: widestScope(user) });
}
