// How many months that are over are still to close, in a sentence with a link to the oldest one.
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { MonthLink } from "./MonthLink";

/** More than eight years: earlier months are closed or left alone. */
const MAX_MONTHS = 100;

export function MonthsState() {
  const t = useTranslate();
  const locale = useLocale();
  const query = useQuery(pageQuery("/months", { query: { per_page: MAX_MONTHS } }));
  const { data, isError, error, refetch } = query;
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  if (data === undefined) return <StateSentence hasAnswer />;
  // The newest month is first.
  const open = data.data.filter(({ state }) => state === "open");
  const oldest = open.at(-1)?.starts_on;
  // A list without months says so itself.
  if (data.data.length === 0) return null;
  const text =
    oldest === undefined
      ? t("states.months.none")
      : t("states.months.open", { count: open.length, month: monthOfYear(oldest, locale) });
  return (
    <StateSentence hasAnswer>
      <LinkedText
        text={text}
        parts={{
          a: (part) => <Answer>{part}</Answer>,
          b: (part) => oldest && <MonthLink month={oldest.slice(0, 7)}>{part}</MonthLink>,
        }}
      />
    </StateSentence>
  );
}
