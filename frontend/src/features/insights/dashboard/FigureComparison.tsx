// Compares a figure with its target, then with the period or the year before; the page says once which days these are.
import type { DashboardFigure, DashboardSum } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { FigureTrend } from "../../../ui/figures/FigureNotes";
import { changeOf, sumText, targetShare } from "../../../ui/figures/sumText";

export function FigureComparison({ figure }: { figure: DashboardFigure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { previous, unit } = figure;
  return (
    <>
      {previous && <Change figure={figure} previous={previous} />}
      {previous && (
        <span>{t("dashboard_page.previous", { value: sumText(previous, unit, t, locale) })}</span>
      )}
      {previous?.unconverted.map((money) => (
        <span key={money.currency}>
          {t("dashboard.unconverted", { amount: formatMoney(money, locale) })}
        </span>
      ))}
      <FigureTarget figure={figure} />
    </>
  );
}

/** A figure has no share of a target that covers only some of its months. */
export function FigureTarget({ figure }: { figure: DashboardFigure }) {
  const t = useTranslate();
  const locale = useLocale();
  const { target } = figure;
  if (!target) return null;
  const months = figure.target_months;
  const isCovered = months === null || months.covered === months.of;
  const share = isCovered ? targetShare(figure, target, locale) : null;
  return (
    <span>
      {t("dashboard.target", { target: sumText(target, figure.unit, t, locale) })}
      {share && ` · ${t("dashboard.of_target", { percent: share })}`}
      {!isCovered &&
        ` · ${t("dashboard.targets_missing", { covered: months.covered, all: months.of })}`}
    </span>
  );
}

function Change({ figure, previous }: { figure: DashboardFigure; previous: DashboardSum }) {
  const t = useTranslate();
  const change = changeOf({ sum: figure, unit: figure.unit, previous }, t, useLocale());
  return change && <FigureTrend {...change} moreIsBetter={figure.more_is_better} />;
}
