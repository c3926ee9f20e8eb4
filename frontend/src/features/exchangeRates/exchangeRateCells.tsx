// How a rate's columns are drawn.
import type { ExchangeRate } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { formatDecimal } from "../../lib/numbers";
import { useEnumOptions } from "../../session/enumOptions";
import { Absent } from "../../ui/Absent";
import { DateText, RelativeText } from "../../ui/DateText";
import type { Cells } from "../../ui/table/tableModel";
import uiClasses from "../../ui/ui.module.css";

/** As many decimals as the Bank writes, and every one that somebody has typed. */
const LEAST_DECIMALS = 4;
const MOST_DECIMALS = 10;

function Rate({ rate }: { rate: ExchangeRate }) {
  const locale = useLocale();
  return (
    <span className={uiClasses.figure}>
      {formatDecimal(rate.rate, locale, LEAST_DECIMALS, MOST_DECIMALS)}
    </span>
  );
}

function Source({ rate }: { rate: ExchangeRate }) {
  return useEnumOptions().label("rate_source", rate.source);
}

export const exchangeRateCells: Cells<ExchangeRate> = {
  valid_on: (rate) => <DateText on={rate.valid_on} />,
  currency: (rate) => rate.currency,
  rate: (rate) => <Rate rate={rate} />,
  observed_on: (rate) => <DateText on={rate.observed_on} />,
  source: (rate) => <Source rate={rate} />,
  entered_by: (rate) => rate.entered_by?.name ?? <Absent />,
  created_at: (rate) => <RelativeText at={rate.created_at} />,
};
