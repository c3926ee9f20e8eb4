// Who may not read teams is answered their names alone.
import type { Team } from "../../../api/types";
import type { Data } from "../../../api/wire";

export function isFullTeam(team: Data<"/teams/{id}">): team is Team {
  return team.users !== undefined;
}
