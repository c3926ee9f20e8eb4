// A figure in the reader's language: hours, per cent, a number, or one amount per currency.
import type { ProjectFigure, TeamStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal, formatPercent } from "../../../lib/numbers";
import { HoursText } from "../../../ui/display/HoursText";
import { MoneyText } from "../../../ui/money/MoneyText";

type Figure = ProjectFigure | NonNullable<TeamStatistics["figures"][string]>;

/** Nothing in any currency is nothing; what there is nothing to divide by is said to be no figure. */
export function FigureValue({ figure }: { figure: Figure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { money, unit, value } = figure;
  if (Array.isArray(money)) return <Amounts amounts={money} />;
  if (money) return <MoneyText money={money} />;
  if (value === null) return t("statistics.not_applicable");
  if (unit === "hours") return <HoursText hours={value} />;
  return unit === "percent" ? formatPercent(value, locale) : formatDecimal(value, locale);
}

/** One below the other: two currencies are never added up. */
function Amounts({ amounts }: { amounts: NonNullable<Extract<Figure["money"], unknown[]>> }) {
  const locale = useLocale();
  if (amounts.length === 0) return formatDecimal("0", locale);
  return amounts.map((money) => (
    <div key={money.currency}>
      <MoneyText money={money} />
    </div>
  ));
}
