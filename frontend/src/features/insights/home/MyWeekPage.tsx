// The signed-in user's own hours of one week, by project and day, against what was available.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { readDay } from "../../../lib/dates";
import { formatHours } from "../../../lib/numbers";
import { Bullet } from "../../../ui/charts/Bullet";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import classes from "./MyWeekPage.module.css";
import { WeekDays } from "./WeekDays";
import { WeekProjects } from "./WeekProjects";
import { WeekSwitch } from "./WeekSwitch";

/** The expected height, to avoid layout shifts. */
const HEIGHT = 480;

export function MyWeekPage() {
  const t = useTranslate();
  const { on } = useSearch({ strict: false }) as { on?: unknown };
  const day = readDay(on);
  const query = useQuery(dataQuery("/my-week", { query: day === undefined ? {} : { on: day } }));
  const { data, isError, error, refetch } = query;
  return (
    <>
      <PageTitle>{t("my_week.title")}</PageTitle>
      {data === undefined ? (
        isError ? (
          <LoadFailure retry={refetch} error={error} />
        ) : (
          <Skeleton height={HEIGHT} />
        )
      ) : data.week === null ? (
        <EmptyState
          title={t("my_week.no_employee.title")}
          detail={t("my_week.no_employee.detail")}
        />
      ) : (
        <div className={classes.page}>
          <WeekSwitch week={data.week} today={data.as_of} />
          <Answer week={data.week} isOver={data.week.ends_on < data.as_of} />
          <WeekDays days={data.week.days} today={data.as_of} />
          <WeekProjects week={data.week} projects={data.projects} />
        </div>
      )}
    </>
  );
}

/** The logged hours as the biggest text, their bar, and what is missing. */
function Answer({ week, isOver }: { week: WorkWeek; isOver: boolean }) {
  const t = useTranslate();
  const locale = useLocale();
  const hours = (text: string) => formatHours(text, locale);
  const used = t("my_week.used", {
    hours: hours(week.hours),
    available: hours(week.available_hours),
  });
  const isMissing = Number(week.missing_hours) > 0;
  return (
    <section className={classes.answer} aria-label={t("my_week.title")}>
      <p className={classes.total}>
        <strong>{hours(week.hours)}</strong>
        <span>{t("my_week.available", { hours: hours(week.available_hours) })}</span>
      </p>
      <div className={classes.bar}>
        <Bullet
          thick
          label={used}
          used={Number(week.hours)}
          available={Number(week.available_hours)}
        />
        <p className={classes.sentence}>
          {isMissing ? (
            <strong className={classes.missing}>
              {t(isOver ? "my_week.missing" : "my_week.missing_until", {
                hours: hours(week.missing_hours),
              })}
            </strong>
          ) : (
            t(isOver ? "my_week.complete" : "my_week.complete_until")
          )}{" "}
          {t("my_week.billable_part", { hours: hours(week.billable_hours) })}
        </p>
      </div>
    </section>
  );
}
