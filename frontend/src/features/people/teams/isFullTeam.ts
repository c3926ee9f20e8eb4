// Without permission the response contains only the team's name.
import type { Team } from "../../../api/types";
import type { Data } from "../../../api/wire";

export function isFullTeam(team: Data<"/teams/{id}">): team is Team {
  return team.users !== undefined;
}
