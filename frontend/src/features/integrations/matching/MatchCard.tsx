// One match: its score, its records in each service, and the actions.
import type { Match } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Badge } from "../../../ui/display/Badge";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import uiClasses from "../../../ui/ui.module.css";
import { MatchActions } from "./MatchActions";
import classes from "./Matching.module.css";
import { MatchRecordCard } from "./MatchRecordCard";
import { useDecisions } from "./useDecisions";

export function MatchCard({ match }: { match: Match }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const decisions = useDecisions();
  const { name, score, client, records } = match;
  return (
    <li>
      <section className={uiClasses.card} aria-label={name}>
        <div className={classes.head}>
          <h2 className={classes.name}>{name}</h2>
          {score !== null && <Badge>{t("matching.score", { score })}</Badge>}
          {match.target && (
            <span>
              {t("matching.known")} <Target match={match} />
            </span>
          )}
          {client && (
            <span>
              {t("matching.of_client")} <ClientLink client={client} />
            </span>
          )}
        </div>
        <ul className={classes.records}>
          {records.map((part) => (
            <MatchRecordCard
              key={`${part.service}/${part.external_id}`}
              match={match}
              part={part}
              decisions={decisions}
            />
          ))}
        </ul>
        {can("matching.edit") && match.status !== "ignored" && match.status !== "matched" && (
          <ClosedMonthNote days={records.flatMap(({ closed_months }) => closed_months)} />
        )}
        {can("matching.edit") && <MatchActions match={match} decisions={decisions} />}
      </section>
    </li>
  );
}

/** Employees are shown without a link. */
function Target({ match: { kind, target } }: { match: Match }) {
  if (kind === "client") return <ClientLink client={target} />;
  if (kind === "project") return <ProjectLink project={target} />;
  return target?.name;
}
