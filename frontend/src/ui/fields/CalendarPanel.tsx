// The calendar in the user's language, loaded when it first opens.
import "@mantine/dates/styles.css";
import "dayjs/locale/fr-ca";
import { DatePicker } from "@mantine/dates";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { calendarConvention } from "../../lib/dates";
import classes from "../ui.module.css";

type Props = { value: string | null; onSelect: (iso: string) => void };

export function CalendarPanel({ value, onSelect }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <DatePicker
      value={value}
      defaultDate={value ?? undefined}
      onChange={(iso) => iso !== null && onSelect(iso)}
      locale={locale === "fr-ca" ? "fr-ca" : "en"}
      firstDayOfWeek={calendarConvention(locale).firstDayOfWeek}
      weekendDays={[]}
      classNames={{ day: classes.calendarDay }}
      ariaLabels={{
        previousMonth: t("ui.calendar.previous_month"),
        nextMonth: t("ui.calendar.next_month"),
        previousYear: t("ui.calendar.previous_year"),
        nextYear: t("ui.calendar.next_year"),
        previousDecade: t("ui.calendar.previous_decade"),
        nextDecade: t("ui.calendar.next_decade"),
      }}
    />
  );
}
