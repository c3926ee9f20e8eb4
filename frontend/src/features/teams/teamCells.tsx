// How a team's columns are drawn in the list.
import type { TeamRow } from "../../api/types";
import { Absent } from "../../ui/Absent";
import { RelativeText } from "../../ui/DateText";
import { TeamLink } from "../../ui/RecordLinks";
import type { Cells } from "../../ui/table/tableModel";
import { Faces } from "./Members";
import { ArchivedBadge } from "./teamBadges";

export const teamCells: Cells<TeamRow> = {
  name: (team) => (
    <>
      <TeamLink team={team} /> {team.archived_at && <ArchivedBadge />}
    </>
  ),
  representative: (team) => team.representative?.name ?? <Absent />,
  users: (team) => <Faces members={team.users ?? []} />,
  created_at: (team) => (team.created_at ? <RelativeText at={team.created_at} /> : <Absent />),
  updated_at: (team) => (team.updated_at ? <RelativeText at={team.updated_at} /> : <Absent />),
};
