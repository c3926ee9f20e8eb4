// A converted amount and its exchange rate.
import type { Money } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { formatDecimal } from "../../lib/numbers";
import { Absent } from "../display/Absent";
import { MoneyText } from "./MoneyText";

const MAX_DECIMALS = 6;

type RateProps = { rate: string | null | undefined; on: string | null | undefined };

export function RateText({ rate, on }: RateProps) {
  const locale = useLocale();
  if (!rate) return <Absent />;
  const since = on ? { title: formatDate(on, locale) } : {};
  return <span {...since}>{formatDecimal(rate, locale, 0, MAX_DECIMALS)}</span>;
}

type ConvertedProps = {
  money: Money | null | undefined;
  /** The text without a rate. */
  missingText: MessageKey;
};

export function ConvertedText({ money, missingText }: ConvertedProps) {
  const t = useTranslate();
  return money === null ? (
    t(missingText as "churns.converted.no_rate")
  ) : (
    <MoneyText money={money} />
  );
}
