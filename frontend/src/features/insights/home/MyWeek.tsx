// The hours of last week and this one against what was available, by day.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatDecimal, formatHours, intlTag } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import classes from "./EmployeeHome.module.css";

export function MyWeek() {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(dataQuery("/my-weeks"));
  if (data?.weeks.length === 0) return null;
  return (
    <Section title={t("home.week.title")}>
      {data === undefined && isError && <LoadFailure retry={refetch} error={error} />}
      <div className={classes.weeks} aria-busy={data === undefined && !isError}>
        {data?.weeks.map((week) => (
          <Week key={week.starts_on} week={week} today={data.as_of} />
        ))}
      </div>
    </Section>
  );
}

function Week({ week, today }: { week: WorkWeek; today: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const isCurrent = week.ends_on >= today;
  const hours = (text: string) => formatHours(text, locale);
  const title = t(isCurrent ? "home.week.this" : "home.week.last");
  return (
    <section aria-label={title} className={classes.week}>
      <p className={classes.total}>
        <strong>{hours(week.hours)}</strong>{" "}
        {t("home.week.of", { hours: hours(week.available_hours), week: title })}
      </p>
      <p className={classes.detail}>
        {t("home.week.billable", { hours: hours(week.billable_hours) })}
        {Number(week.missing_hours) > 0 && (
          <span className={classes.missing}>
            {t("home.week.missing", { hours: hours(week.missing_hours) })}
          </span>
        )}
      </p>
      <ul className={classes.days}>
        {week.days.map((day) => (
          <Day key={day.on} {...day} isToday={day.on === today} />
        ))}
      </ul>
    </section>
  );
}

/** A bar of the height of its hours within the hours of the day. */
function Day({
  on,
  hours,
  available_hours,
  isToday,
}: WorkWeek["days"][number] & { isToday: boolean }) {
  const locale = useLocale();
  const [used, available] = [Number(hours), Number(available_hours)];
  const scale = Math.max(used, available, 1);
  const day = new Date(`${on}T00:00:00Z`).toLocaleDateString(intlTag(locale), {
    weekday: "short",
    timeZone: "UTC",
  });
  return (
    <li className={classes.day} title={formatDate(on, locale)}>
      <span>{used > 0 ? formatDecimal(hours, locale) : "–"}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ height: `${(available / scale) * 100}%` }} className={classes.available} />
        <span style={{ height: `${(used / scale) * 100}%` }} className={classes.used} />
      </span>
      <span className={classes.dayName} data-today={isToday || undefined}>
        {day}
      </span>
    </li>
  );
}
