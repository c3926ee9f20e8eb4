// Chooses the period of the hours of a record: a named one, other days, or the month before and after.
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { lazyComponent } from "../../../ui/lazyComponent";
import { HOURS_PERIODS, type HoursPeriod, neighbourMonth } from "./hoursPeriod";
import classes from "./RecordHours.module.css";

/** The calendar loads only for other days. */
const DateRangeFields = lazyComponent(
  async () => (await import("../../../ui/fields/DateRangeFields")).DateRangeFields,
);

export function HoursPeriodField({ period }: { period: HoursPeriod }) {
  const t = useTranslate();
  const locale = useLocale();
  const { name, range, choose, chooseDays } = period;
  const isMonth = range !== undefined && neighbourMonth(range, 1) !== undefined;
  const customName =
    isMonth && name === "custom" ? monthOfYear(range.from, locale) : t("analysis.periods.custom");
  return (
    <div className={classes.period}>
      <div className={classes.months}>
        {isMonth && <MonthButton period={period} step={-1} />}
        <NativeSelectField
          label={t("analysis.period")}
          value={name}
          onChange={(next) =>
            next === "custom" && range ? chooseDays(range.from, range.to) : choose(next)
          }
          choices={[
            ...HOURS_PERIODS.map((value) => ({ value, label: t(`analysis.periods.${value}`) })),
            { value: "all", label: t("record_hours.all_days") },
            ...(name === "custom" ? [{ value: name, label: customName }] : []),
          ]}
        />
        {isMonth && <MonthButton period={period} step={1} />}
      </div>
      {name === "custom" && !isMonth && range && (
        <DateRangeFields
          labels={[t("analysis.from"), t("analysis.to")]}
          from={range.from}
          to={range.to}
          onChoose={chooseDays}
        />
      )}
    </div>
  );
}

function MonthButton({ period, step }: { period: HoursPeriod; step: -1 | 1 }) {
  const t = useTranslate();
  const today = useToday();
  const month = period.range && neighbourMonth(period.range, step);
  if (month === undefined) return null;
  const Icon = step === -1 ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      variant="default"
      className={classes.step}
      aria-label={t(step === -1 ? "record_hours.month_before" : "record_hours.month_after")}
      disabled={month.from > today}
      onClick={() => period.chooseDays(month.from, month.to)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
