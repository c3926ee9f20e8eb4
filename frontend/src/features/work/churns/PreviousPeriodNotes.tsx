// The previous value of a churn figure, and its change.
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { addDecimals } from "../../../lib/money";
import { FigureNotes, FigureTrend } from "../../../ui/figures/FigureNotes";
import { negate } from "./negate";

export type FigureText = { text: string; percent: string | null };
type Props = {
  days: NonNullable<ChurnAnalysis["previous"]>;
  current: FigureText;
  previous: FigureText;
  moreIsBetter: boolean | null;
};

export function PreviousPeriodNotes({ days, current, previous, moreIsBetter }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, left_out } = days;
  const currencies = left_out.join(", ");
  return (
    <FigureNotes>
      <span>
        {t("churn_analysis.before", {
          from: formatDate(bridge.starts_on, locale),
          to: formatDate(bridge.ends_on, locale),
          value: previous.text,
        })}{" "}
        <RateChange current={current} previous={previous} moreIsBetter={moreIsBetter} />
      </span>
      {currencies && <span>{t("churn_analysis.before_without", { currencies })}</span>}
    </FigureNotes>
  );
}

/** The change of a rate in percentage points. */
export function RateChange({ current, previous, moreIsBetter }: Omit<Props, "days">) {
  const t = useTranslate();
  if (current.percent === null || previous.percent === null) return null;
  const points = Number(addDecimals([current.percent, negate(previous.percent)]));
  if (points === 0)
    return <FigureTrend trend="same" text={t("churn_analysis.same")} moreIsBetter={null} />;
  const trend = points > 0 ? "up" : "down";
  const text = t(`churn_analysis.${trend}`, { points: Math.abs(points) });
  return <FigureTrend trend={trend} text={text} moreIsBetter={moreIsBetter} />;
}
