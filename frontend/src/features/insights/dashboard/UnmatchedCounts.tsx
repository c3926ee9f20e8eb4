// The number of records to match by kind, with links to matching.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MatchCounts } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";

const KINDS = ["client", "person", "project"] as const;
const OPEN_STATUSES = ["proposed", "unmatched"] as const;

const countsQuery = dataQuery("/match-counts");

export function UnmatchedCounts() {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(countsQuery);
  if (!data && isError) return <LoadFailure retry={refetch} error={error} />;
  if (!data) return <div aria-busy="true" />;
  return (
    <Section title={t("dashboard.to_match.title")}>
      <dl className={`${uiClasses.facts} ${uiClasses.wideFacts}`}>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`dashboard.to_match.${kind}`)}</dt>
            <Counts kind={kind} counts={data[kind]} />
          </div>
        ))}
      </dl>
    </Section>
  );
}

type CountsProps = {
  kind: (typeof KINDS)[number];
  counts: MatchCounts["client"];
};

function Counts({ kind, counts }: CountsProps) {
  const t = useTranslate();
  const openStatuses = OPEN_STATUSES.filter((status) => counts[status] > 0);
  if (openStatuses.length === 0) return <dd>{t("dashboard.to_match.none")}</dd>;
  return openStatuses.map((status) => (
    <dd key={status}>
      <Link
        to="/admin/matching"
        search={{
          ...(kind === "client" ? {} : { tab: kind }),
          ...(status === "proposed" ? {} : { status }),
        }}
        className={`${uiClasses.link} ${uiClasses.linkLine}`}
      >
        {t(`dashboard.to_match.${status}`, { count: counts[status] })}
      </Link>
    </dd>
  ));
}
