// The cells of the list of teams.
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import { TeamLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import { MemberAvatars } from "./Members";
import { ArchivedBadge } from "./teamBadges";
import type { managedTeamsList } from "./teamsList";

export const teamCells: CellsOf<typeof managedTeamsList> = {
  name: (team) => (
    <>
      <TeamLink team={team} /> {team.archived_at && <ArchivedBadge />}
    </>
  ),
  users: (team) => <MemberAvatars members={team.users ?? []} />,
  created_at: (team) => (team.created_at ? <RelativeText at={team.created_at} /> : <Absent />),
  updated_at: (team) => (team.updated_at ? <RelativeText at={team.updated_at} /> : <Absent />),
};
