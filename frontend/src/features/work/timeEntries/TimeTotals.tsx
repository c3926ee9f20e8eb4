// The total of the listed time entries over all pages, in a sentence; the billable part filters the list.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import { timeEntriesList } from "./timeEntriesList";
import { wholePercent } from "./wholePercent";

const BILLABLE = { page: undefined, ...listFilters("/time-entries", { billable: true }) };

export function TimeTotals() {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(timeEntriesList);
  const query = allPagesQuery(timeEntriesList, search);
  const { data, isError, error, refetch } = useQuery(dataQuery("/time-entries/totals", { query }));
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  if (data === undefined) return <StateSentence hasAnswer />;
  const { hours, billable_hours: billable, entries } = data;
  const share = Number(hours) > 0 ? (100 * Number(billable)) / Number(hours) : 0;
  return (
    <StateSentence hasAnswer>
      <LinkedText
        text={t("time_entries.state", {
          hours: formatHours(hours, locale),
          count: entries,
          billable: formatHours(billable, locale),
          share: formatPercent(wholePercent(String(share)), locale),
        })}
        parts={{
          a: (text) => <Answer>{text}</Answer>,
          b: (text) => (
            <Link
              to="."
              search={changedSearch(BILLABLE)}
              resetScroll={false}
              className={uiClasses.link}
            >
              {text}
            </Link>
          ),
        }}
      />
    </StateSentence>
  );
}
