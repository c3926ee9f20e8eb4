// The cells of the list of exchange rates.
import type { ExchangeRate } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { formatDecimal } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import type { exchangeRatesList } from "./exchangeRatesList";

/** The decimals of the Bank of Canada, up to those of rates entered by hand. */
const MIN_DECIMALS = 4;
const MAX_DECIMALS = 10;

function Rate({ rate }: { rate: ExchangeRate }) {
  const locale = useLocale();
  return (
    <span className={uiClasses.figure}>
      {formatDecimal(rate.rate, locale, MIN_DECIMALS, MAX_DECIMALS)}
    </span>
  );
}

function Source({ rate }: { rate: ExchangeRate }) {
  return useEnumOptions().label("rate_source", rate.source);
}

export const exchangeRateCells: CellsOf<typeof exchangeRatesList> = {
  valid_on: (rate) => <DateText on={rate.valid_on} />,
  rate: (rate) => <Rate rate={rate} />,
  observed_on: (rate) => <DateText on={rate.observed_on} />,
  source: (rate) => <Source rate={rate} />,
  created_at: (rate) => <RelativeText at={rate.created_at} />,
};
