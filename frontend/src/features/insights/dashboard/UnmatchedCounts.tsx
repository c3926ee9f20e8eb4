// How much waits to be matched, kind by kind, each count leading to where it is decided.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MatchCounts } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";

const KINDS = ["client", "person", "project"] as const;
const WAITING = ["proposed", "unmatched"] as const;

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
  const waiting = WAITING.filter((status) => counts[status] > 0);
  if (waiting.length === 0) return <dd>{t("dashboard.to_match.none")}</dd>;
  return waiting.map((status) => (
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
