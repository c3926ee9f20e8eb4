// Teams as cards: members, workload of this month, clients and projects.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { TeamRow, TeamStatistics } from "../../../api/types";
import { TeamLink } from "../../../ui/links/RecordLinks";
import uiClasses from "../../../ui/ui.module.css";
import { Members } from "./Members";
import classes from "./Teams.module.css";
import { TeamWork } from "./TeamWork";
import { ArchivedBadge } from "./teamBadges";
import { Workload } from "./Workload";

type Props = { teams: readonly TeamRow[]; busy: boolean; label: string };

export function TeamCards({ teams, busy, label }: Props) {
  const id = teams.map(({ api_id }) => api_id).join(",");
  const { data, isError } = useQuery(dataQuery("/teams-statistics", { query: { id } }));
  const figuresByTeam = new Map(data?.map((entry) => [entry.team.api_id, entry.figures]));
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={busy}>
      {teams.map((team) => (
        <li key={team.api_id} className={uiClasses.card}>
          <TeamCard team={team} figures={figuresByTeam.get(team.api_id)} isFailed={isError} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = {
  team: TeamRow;
  figures: TeamStatistics["figures"] | undefined;
  isFailed: boolean;
};

function TeamCard({ team, figures, isFailed }: CardProps) {
  const { users } = team;
  return (
    <div className={classes.cardContent}>
      <h2 className={classes.name}>
        <TeamLink team={team} /> {team.archived_at && <ArchivedBadge />}
      </h2>
      {users && (
        <Members short team={{ name: team.name, representative: team.representative, users }} />
      )}
      {figures ? (
        <>
          <Workload figures={figures} />
          <TeamWork team={team} figures={figures} />
        </>
      ) : (
        !isFailed && <Skeleton className={classes.pendingFigures} />
      )}
    </div>
  );
}
