// How people stand, in one sentence; the numbers below their target and with missing hours filter the list.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { dataQuery } from "../../../api/queries";
import type { PeopleTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import { peopleList } from "./peopleList";

const BELOW_TARGET = listFilters("/people-figures", { below_target: true });
const MISSING_TIME = listFilters("/people-figures", { missing_time: true });

export function PeopleSentence() {
  const { search } = useListState(peopleList);
  const query = allPagesQuery(peopleList, search);
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/people-figures/totals", { query }),
  );
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  return <StateSentence hasAnswer>{data && <Sentence totals={data} />}</StateSentence>;
}

function Sentence({ totals }: { totals: PeopleTotals }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { missing_time: missing, missing_hours: hours } = totals;
  const amounts = totals.retained_mrr?.map((amount) => formatMoney(amount, locale)) ?? [];
  const hasTargets = totals.people > 0 && can("statistics.hours");
  // The first part is the answer.
  const Amount = hasTargets ? Fragment : Answer;
  return (
    <>
      {hasTargets && <Targets below={totals.below_target} />}{" "}
      {missing > 0 && hours !== null && (
        <LinkedText
          text={t("people_figures.state.missing", {
            count: missing,
            hours: formatHours(hours, locale),
          })}
          parts={{ a: (text) => <FilterLink filters={MISSING_TIME}>{text}</FilterLink> }}
        />
      )}{" "}
      {amounts.length > 0 && (
        <LinkedText
          text={t("people_figures.state.held", { amount: amounts.join(" + ") })}
          parts={{ a: (text) => <Amount>{text}</Amount> }}
        />
      )}{" "}
      {t("people_figures.state.people", {
        count: totals.people,
        from: formatDate(totals.from, locale),
        to: formatDate(totals.as_of, locale),
      })}
    </>
  );
}

function Targets({ below }: { below: number }) {
  const t = useTranslate();
  if (below === 0) return <Answer>{t("people_figures.state.on_target")}</Answer>;
  const link = (text: string) => (
    <Answer>
      <FilterLink filters={BELOW_TARGET}>{text}</FilterLink>
    </Answer>
  );
  return (
    <LinkedText text={t("people_figures.state.below", { count: below })} parts={{ a: link }} />
  );
}

type FilterProps = { filters: ReturnType<typeof listFilters>; children: string };

function FilterLink({ filters, children }: FilterProps) {
  const search = changedSearch({ page: undefined, ...filters });
  return (
    <Link to="." search={search} resetScroll={false} className={uiClasses.link}>
      {children}
    </Link>
  );
}
