// Goes to the week before and after; the week is in the URL.
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { formatDateRange } from "../../../lib/weeks";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./MyWeekPage.module.css";

const DAYS_OF_WEEK = 7;

export function WeekSwitch({ week, today }: { week: WorkWeek; today: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const next = addDays(week.starts_on, DAYS_OF_WEEK);
  const isCurrent = next > today;
  const show = (day: string) =>
    void navigate({ to: "/my-week", search: { on: day }, resetScroll: false });
  return (
    <nav className={classes.weeks} aria-label={t("my_week.title")}>
      <ActionIcon
        variant="default"
        className={classes.step}
        aria-label={t("my_week.before")}
        onClick={() => show(addDays(week.starts_on, -DAYS_OF_WEEK))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <h2 className={classes.days}>{formatDateRange(week.starts_on, week.ends_on, locale)}</h2>
      <ActionIcon
        variant="default"
        className={classes.step}
        aria-label={t("my_week.after")}
        disabled={isCurrent}
        onClick={() => show(next)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      {!isCurrent && (
        <Link to="/my-week" className={`${uiClasses.link} ${classes.present}`}>
          {t("my_week.present")}
        </Link>
      )}
    </nav>
  );
}
