// The matches of one kind and status.
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { listMatches } from "../../../api/shapes/listMatches.gen";
import type { Match } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ListFrame } from "../../../ui/table/ListFrame";
import { defineList } from "../../../ui/table/listDescription";
import { AcceptAll } from "./AcceptAll";
import { MatchCard } from "./MatchCard";
import classes from "./Matching.module.css";
import { countsQuery } from "./matchCalls";
import { STATUSES, statusOf } from "./matchingSearch";

/** No filters: the page's tabs set kind and status. */
const matchesList = defineList(listMatches, {
  requires: "matching.view",
  columns: [],
  filters: [],
});

export function Matches({ kind }: Pick<Match, "kind">) {
  const t = useTranslate();
  const { can } = usePermissions();
  const search: { status?: unknown; q?: string } = useSearch({ strict: false });
  const status = statusOf(search);
  const label = t(`matching.tab.${kind}`);
  return (
    <>
      <StatusNav kind={kind} currentStatus={status} />
      {(status === "proposed" || (status === "unmatched" && kind !== "project")) &&
        can("matching.edit") && (
          <AcceptAll key={status} kind={kind} status={status} search={search.q ?? ""} />
        )}
      <ListFrame
        key={status}
        list={matchesList}
        label={label}
        fixed={{ kind, status }}
        empty={{
          title: t(`matching.empty.${status}.title`),
          detail: t(`matching.empty.${status}.detail`),
          action: status === "proposed" && <Unmatched kind={kind} />,
        }}
        renderRows={({ rows: matches, busy }) => (
          <ul className={classes.matches} aria-label={label} aria-busy={busy}>
            {matches.map((match) => (
              <MatchCard key={match.api_id} match={match} />
            ))}
          </ul>
        )}
      />
    </>
  );
}

/** Records that are in one service alone are not proposed: the way to them. */
function Unmatched({ kind }: Pick<Match, "kind">) {
  const t = useTranslate();
  const count = useQuery(countsQuery).data?.[kind].unmatched ?? 0;
  if (count === 0) return null;
  const search = { ...(kind === "client" ? {} : { tab: kind }), status: "unmatched" as const };
  return (
    <ButtonLink to="/admin/matching" search={search} size="compact-md" mt="xs">
      {t("matching.empty.proposed.unmatched", { count })}
    </ButtonLink>
  );
}

type StatusNavProps = { kind: Match["kind"]; currentStatus: Match["status"] };

function StatusNav({ kind, currentStatus }: StatusNavProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(countsQuery);
  const statusLabel = (status: Match["status"]) => {
    const label = t(`matching.status.${status}`);
    const count = data?.[kind][status];
    if (count === undefined) return label;
    return t("matching.count", { label, count: formatInteger(count, locale) });
  };
  const search = (status: Match["status"]) => ({
    ...(kind === "client" ? {} : { tab: kind }),
    ...(status === "proposed" ? {} : { status }),
  });
  return (
    <nav className={classes.statuses} aria-label={t("matching.status.label")}>
      {STATUSES.map((status) => (
        <ButtonLink
          key={status}
          to="/admin/matching"
          search={search(status)}
          resetScroll={false}
          size="compact-md"
          variant={status === currentStatus ? "filled" : "default"}
          {...(status === currentStatus ? { "aria-current": "true" } : {})}
        >
          {statusLabel(status)}
        </ButtonLink>
      ))}
    </nav>
  );
}
