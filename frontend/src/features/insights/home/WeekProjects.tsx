// The projects of a week by day, most hours first; each opens its time entries.

import { Link, useSearch } from "@tanstack/react-router";
import { Fragment } from "react";
import type { MyWeek, WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatDecimal, formatHours } from "../../../lib/numbers";
import { weekdayName } from "../../../lib/weeks";
import { changedSearch } from "../../../ui/links/screenSearch";
import { usePhone } from "../../../ui/table/usePhone";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./MyWeekPage.module.css";
import { WeekEntries } from "./WeekEntries";

type ProjectWeek = MyWeek["projects"][number];
type Props = { week: WorkWeek; projects: readonly ProjectWeek[] };

const keyOf = ({ project, service_project }: ProjectWeek) =>
  project?.api_id ?? service_project ?? "none";

export function WeekProjects({ week, projects }: Props) {
  const t = useTranslate();
  const isPhone = usePhone();
  if (projects.length === 0) return <p className={classes.none}>{t("my_week.none")}</p>;
  return isPhone ? (
    <ProjectCards projects={projects} />
  ) : (
    <ProjectTable week={week} projects={projects} />
  );
}

function useOpenKey(): string | undefined {
  return (useSearch({ strict: false }) as { open?: string }).open;
}

function ProjectTable({ week, projects }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const open = useOpenKey();
  const columns = week.days.length + 2;
  return (
    <table className={classes.table} aria-label={t("my_week.by_project")}>
      <thead>
        <tr>
          <th scope="col">{t("my_week.project")}</th>
          {week.days.map(({ on }) => (
            <th key={on} scope="col" title={formatDate(on, locale)}>
              {weekdayName(on, locale)} {Number(on.slice(8))}
            </th>
          ))}
          <th scope="col">{t("my_week.total")}</th>
        </tr>
      </thead>
      <tbody>
        {projects.map((one) => (
          <Fragment key={keyOf(one)}>
            <tr>
              <th scope="row">
                <ProjectToggle week={one} isOpen={open === keyOf(one)} />
              </th>
              {one.day_hours.map((hours, index) => (
                <HoursCell key={week.days[index]?.on} hours={hours} />
              ))}
              <td>{formatDecimal(one.hours, locale)}</td>
            </tr>
            {open === keyOf(one) && (
              <tr className={classes.detail}>
                <td colSpan={columns}>
                  <WeekEntries entries={one.entries} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <SumRow
          label={t("my_week.total")}
          days={week.days.map((day) => day.hours)}
          sum={week.hours}
        />
        <SumRow
          label={t("my_week.capacity")}
          days={week.days.map((day) => day.available_hours)}
          sum={week.available_hours}
        />
      </tfoot>
    </table>
  );
}

function HoursCell({ hours }: { hours: string }) {
  const locale = useLocale();
  return <td>{Number(hours) === 0 ? "–" : formatDecimal(hours, locale)}</td>;
}

function SumRow({ label, days, sum }: { label: string; days: readonly string[]; sum: string }) {
  const locale = useLocale();
  return (
    <tr>
      <th scope="row">{label}</th>
      {days.map((hours, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week keep their places
        <HoursCell key={index} hours={hours} />
      ))}
      <td>{formatDecimal(sum, locale)}</td>
    </tr>
  );
}

function ProjectCards({ projects }: { projects: readonly ProjectWeek[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const open = useOpenKey();
  return (
    <ul className={classes.cards} aria-label={t("my_week.by_project")}>
      {projects.map((one) => (
        <li key={keyOf(one)} className={uiClasses.card}>
          <div className={classes.cardHead}>
            <ProjectToggle week={one} isOpen={open === keyOf(one)} />
            <strong>{formatHours(one.hours, locale)}</strong>
          </div>
          {open === keyOf(one) && <WeekEntries entries={one.entries} />}
        </li>
      ))}
    </ul>
  );
}

/** The name opens the entries: the project itself may be closed to the user. */
function ProjectToggle({ week, isOpen }: { week: ProjectWeek; isOpen: boolean }) {
  const t = useTranslate();
  const name =
    week.project?.name ??
    (week.service_project === null
      ? t("my_week.no_project")
      : t("time_entries.unmatched_name", { name: week.service_project }));
  return (
    <Link
      to="."
      search={changedSearch({ open: isOpen ? undefined : keyOf(week) })}
      replace
      resetScroll={false}
      aria-expanded={isOpen}
      className={`${uiClasses.link} ${classes.toggle}`}
    >
      {name}
    </Link>
  );
}
