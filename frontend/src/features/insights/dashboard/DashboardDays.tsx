// The days of the figures, those that they are compared with, and the months that are closed: once, for the whole page.
import { IconCalendar, IconLock } from "@tabler/icons-react";
import type { Dashboard } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { Badge } from "../../../ui/display/Badge";
import classes from "./Dashboard.module.css";

export function DashboardDays({ dashboard }: { dashboard: Dashboard }) {
  const t = useTranslate();
  const locale = useLocale();
  const { from, to, as_of, previous, currency, figures } = dashboard;
  const format = (day: string) => formatDate(day, locale);
  const closed = [
    ...new Set(Object.values(figures).flatMap(({ closed_months }) => closed_months)),
  ].sort();
  return (
    <p className={classes.days}>
      <span>
        <IconCalendar size={14} aria-hidden />
        <strong>
          {t("dashboard_page.days", { from: format(from), to: format(to < as_of ? to : as_of) })}
        </strong>{" "}
        {previous &&
          t("dashboard_page.compared", { from: format(previous.from), to: format(previous.to) })}
      </span>
      {closed.length > 0 && (
        <span title={closed.map((month) => monthOfYear(month, locale)).join(", ")}>
          <Badge tone="success" icon={<IconLock size={12} aria-hidden />}>
            {t("dashboard.published.mark")}
          </Badge>
        </span>
      )}
      <span>{t("dashboard.source", { date: format(as_of), currency })}</span>
    </p>
  );
}
