// The missing time of a month by week: an open week names the people and their days without time.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { MissingWeek, MonthDetails } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { formatDateRange, formatDayOfWeek } from "../../../lib/weeks";
import { SmallRows } from "../../../ui/details/SmallRows";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { useIsAdminArea } from "../../../ui/links/area";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Months.module.css";

/** The expected height, to avoid layout shifts. */
const HEIGHT = 240;
const ICON_SIZE = 16;

export function MissingTime({ month }: { month: MonthDetails }) {
  const t = useTranslate();
  const { on: opened } = useSearch({ strict: false });
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/missing-time", { query: { on: month.starts_on } }),
  );
  return (
    <Section title={t("months.missing_time.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("months.missing_time.help")}
      </Text>
      {!data && (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton h={HEIGHT} />)}
      <ul className={classes.weeks}>
        {data?.weeks.map((week) => (
          <Week key={week.starts_on} week={week} isOpen={opened === week.starts_on} />
        ))}
      </ul>
    </Section>
  );
}

function Week({ week, isOpen }: { week: MissingWeek; isOpen: boolean }) {
  const t = useTranslate();
  const locale = useLocale();
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const name = formatDateRange(week.starts_on, week.ends_on, locale);
  return (
    <li>
      <Link
        to="."
        search={changedSearch({ on: isOpen ? undefined : week.starts_on })}
        replace
        resetScroll={false}
        aria-expanded={isOpen}
        className={classes.week}
      >
        <Icon size={ICON_SIZE} aria-hidden />
        <span>
          <strong>{name}</strong>{" "}
          {t("months.missing_time.week", {
            hours: formatHours(week.missing_hours, locale),
            count: week.people.length,
          })}
        </span>
      </Link>
      {isOpen && <People week={week} name={name} />}
    </li>
  );
}

function People({ week, name }: { week: MissingWeek; name: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const end = { align: "end" as const };
  return (
    <SmallRows
      label={t("months.missing_time.people_of", { week: name })}
      heads={[
        { label: t("people_figures.field.employee") },
        { label: t("months.missing_time.logged"), ...end },
        { label: t("people_figures.field.missing_hours"), ...end },
        { label: t("months.missing_time.days") },
      ]}
      rows={week.people.map((person) => {
        const link = <PersonWeek key="person" week={week} person={person} />;
        const logged = t("months.missing_time.of_available", {
          hours: formatHours(person.hours, locale),
          available: formatHours(person.available_hours, locale),
        });
        const missing = (
          <strong key="missing" className={uiClasses.figure}>
            {formatHours(person.missing_hours, locale)}
          </strong>
        );
        const days = person.days.map((day) => formatDayOfWeek(day, locale)).join(", ") || "–";
        return {
          key: person.employee.api_id,
          cells: [link, logged, missing, days],
          card: {
            head: link,
            actions: missing,
            lines: [
              t("common.label_and_value", {
                label: t("months.missing_time.logged"),
                value: logged,
              }),
              t("common.label_and_value", { label: t("months.missing_time.days"), value: days }),
            ],
          },
        };
      })}
    />
  );
}

type PersonProps = { week: MissingWeek; person: MissingWeek["people"][number] };

/** Opens what the person logged in the week. */
function PersonWeek({ week, person }: PersonProps) {
  const isAdminArea = useIsAdminArea();
  const days = { worked_from: week.starts_on, worked_to: week.ends_on };
  return (
    <Link
      to={isAdminArea ? "/admin/employees/$id/view" : "/employees/$id/view"}
      params={{ id: person.employee.api_id }}
      search={{ tab: "time", ...listFilters("/time-entries", days) }}
      className={uiClasses.link}
    >
      {person.employee.name}
    </Link>
  );
}
