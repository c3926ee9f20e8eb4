// The cells of the ledger of hours.
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { Absent } from "../../../ui/display/Absent";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { HoursText } from "../../../ui/display/HoursText";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { ledgerList } from "./ledgerList";
import { PeriodStatus } from "./PeriodStatus";
import { periodName } from "./periodNames";
import classes from "./Retainers.module.css";

export const ledgerCells: CellsOf<typeof ledgerList> = {
  starts_on: (period) => <PeriodName period={period} />,
  base_hours: (period) => <HoursText hours={period.base_hours} />,
  rollover_in: (period) => <NonZeroHours hours={period.rollover_in} />,
  adjustment: (period) => <Adjustment period={period} />,
  used_hours: (period) => <HoursText hours={period.used_hours} />,
  late_hours: (period) => <NonZeroHours hours={period.late_hours} />,
  closing_balance: (period) => <HoursText hours={period.closing_balance} />,
  rollover_out: (period) => <NonZeroHours hours={period.rollover_out} />,
  remainder: (period) => <Remainder period={period} />,
  fee: (period) => <MoneyText money={period.fee} />,
  status: (period) => <PeriodStatus period={period} />,
};

function isZero(hours: string): boolean {
  return Number(hours) === 0;
}

function PeriodName({ period }: { period: RetainerPeriod }) {
  return periodName(period, useLocale(), "short");
}

/** A dash for zero hours. */
function NonZeroHours({ hours }: { hours: string }) {
  return isZero(hours) ? <Absent /> : <HoursText hours={hours} />;
}

function Adjustment({ period }: { period: RetainerPeriod }) {
  const t = useTranslate();
  const { adjustment, adjustment_reason: reason } = period;
  if (isZero(adjustment) && !reason) return <Absent />;
  return (
    <>
      <HoursText hours={adjustment} />
      {reason && <HelpIcon label={t("retainer_periods.field.adjustment_reason")} text={reason} />}
    </>
  );
}

/** The hours that are not carried over: lapsed hours, or overage. */
function Remainder({ period }: { period: RetainerPeriod }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const lapsedKey = period.ends_on < today ? "retainers.lapsed" : "retainers.lapsing";
  const { lapsed_hours: lapsed, overage_hours: overage } = period;
  const texts = [
    ...(isZero(lapsed) ? [] : [t(lapsedKey, { hours: formatHours(lapsed, locale) })]),
    ...(isZero(overage) ? [] : [t("retainers.overage", { hours: formatHours(overage, locale) })]),
  ];
  if (texts.length === 0) return <Absent />;
  return <span className={classes.remainder}>{texts.join(", ")}</span>;
}
