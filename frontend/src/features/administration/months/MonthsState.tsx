// How many months that are over are still to close, in a sentence with a link to the oldest one.
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import type { Month } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { MonthLink } from "./MonthLink";

/** More than eight years: earlier months are closed or left alone. */
const MAX_MONTHS = 100;

type ToClose = { count: number; next: Month | undefined; isFirst: boolean };

/** Months before the first closed one stay open, except those that were closed and reopened. */
function monthsToClose(months: readonly Month[]): ToClose {
  // The newest month is first.
  const firstClosed = months.findLast(({ state }) => state === "closed")?.starts_on;
  const open = months.filter(({ state }) => state === "open");
  if (firstClosed === undefined)
    return { count: open.length, next: undefined, isFirst: open.length > 0 };
  const closable = open.filter(({ actions }) => actions.includes("close"));
  const waiting = open.filter((row) => row.starts_on > firstClosed || closable.includes(row));
  return { count: waiting.length, next: closable.at(-1), isFirst: false };
}

export function MonthsState() {
  const t = useTranslate();
  const locale = useLocale();
  const query = useQuery(pageQuery("/months", { query: { per_page: MAX_MONTHS } }));
  const { data, isError, error, refetch } = query;
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  if (data === undefined) return <StateSentence hasAnswer />;
  // A list without months says so itself.
  if (data.data.length === 0) return null;
  const { count, next, isFirst } = monthsToClose(data.data);
  const key = isFirst ? "first" : next ? "open" : count > 0 ? "count" : "none";
  const month = next && monthOfYear(next.starts_on, locale);
  const text = t(`states.months.${key}`, { count, month: month ?? "" });
  return (
    <StateSentence hasAnswer>
      <LinkedText
        text={text}
        parts={{
          a: (part) => <Answer>{part}</Answer>,
          b: (part) => next && <MonthLink month={next.api_id}>{part}</MonthLink>,
        }}
      />
    </StateSentence>
  );
}
