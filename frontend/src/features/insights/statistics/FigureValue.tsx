// Formats a figure: hours, per cent, number, or one amount per currency.
import type { ProjectFigure, TeamStatistics } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal, formatPercent } from "../../../lib/numbers";
import { HoursText } from "../../../ui/display/HoursText";
import { MoneyText } from "../../../ui/money/MoneyText";

type Figure = ProjectFigure | NonNullable<TeamStatistics["figures"][string]>;

/** An empty list of amounts is 0; a figure that cannot be calculated is n/a. */
export function FigureValue({ figure }: { figure: Figure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { money, unit, value } = figure;
  if (Array.isArray(money)) return <Amounts amounts={money} />;
  if (money) return <MoneyText money={money} />;
  if (value === null) return t("common.not_applicable");
  if (unit === "hours") return <HoursText hours={value} />;
  return unit === "percent" ? formatPercent(value, locale) : formatDecimal(value, locale);
}

/** One line per currency: amounts in different currencies are never added. */
function Amounts({ amounts }: { amounts: NonNullable<Extract<Figure["money"], unknown[]>> }) {
  const locale = useLocale();
  if (amounts.length === 0) return formatDecimal("0", locale);
  return amounts.map((money) => (
    <div key={money.currency}>
      <MoneyText money={money} />
    </div>
  ));
}
