// The hours of a record in a period: the total as the biggest text, and who and what took most of it.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery, rowsQuery } from "../../../api/queries";
import type { TimeEntryGroup } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { LinkedText } from "../../../ui/links/LinkedText";
import type { TimeFilters } from "./groupFilters";
import classes from "./RecordHours.module.css";
import type { Grouping } from "./timeEntriesList";
import { useGroupName } from "./useGroupName";
import { wholePercent } from "./wholePercent";

/** The expected height, to avoid layout shifts. */
const HEIGHT = 56;

type Props = {
  query: TimeFilters;
  /** The two groupings whose largest groups explain the hours. */
  reasons: readonly [Grouping, Grouping];
};

export function HoursAnswer({ query, reasons }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { data, isError, error, refetch } = useQuery(dataQuery("/time-entries/totals", { query }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={HEIGHT} />;
  const { hours, billable_hours: billable, entries } = data;
  return (
    <section className={classes.answer} aria-label={t("projects.tab.hours")}>
      <p className={classes.total}>
        <strong>{formatHours(hours, locale)}</strong>
        <span>
          {t("record_hours.answer.detail", {
            billable: formatHours(billable, locale),
            count: entries,
          })}
        </span>
      </p>
      {entries > 0 && <Reasons query={query} reasons={reasons} />}
    </section>
  );
}

function Reasons({ query, reasons }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const nameOf = useGroupName();
  const first = useLargest(query, reasons[0]);
  const second = useLargest(query, reasons[1]);
  const partText = (group: TimeEntryGroup) =>
    t(`record_hours.answer.most.${group.by as "employee" | "project" | "task"}`, {
      name: nameOf(group),
      hours: formatHours(group.hours, locale),
      share: formatPercent(wholePercent(group.share_percent), locale),
    });
  const groups = [first.group, second.group].filter((group) => group !== undefined);
  const parts = groups.map(partText);
  return (
    <p className={classes.reasons} aria-busy={first.isLoading || second.isLoading}>
      <LinkedText text={parts.join(" ")} parts={{ b: (text) => <strong>{text}</strong> }} />
    </p>
  );
}

/** The largest group with a record; the entries without one explain nothing. */
function useLargest(query: TimeFilters, by: Grouping) {
  const { data, isLoading } = useQuery(
    rowsQuery("/time-entry-groups", { ...query, by, per_page: 2 }),
  );
  return { isLoading, group: data?.data.find(({ record }) => record !== null) };
}
