// The hours of last week and this one against what was available, by day.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import classes from "./EmployeeHome.module.css";
import homeClasses from "./Home.module.css";
import { WeekDays } from "./WeekDays";

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
      <Link to="/my-week" className={homeClasses.link}>
        {t("home.week.open")}
      </Link>
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
      <WeekDays days={week.days} today={today} />
    </section>
  );
}
