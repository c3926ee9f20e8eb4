// What a figure of churn was in the days before, and which way it went since.
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { addDecimals } from "../../../lib/money";
import { FigureNotes, FigureTrend } from "../../../ui/figures/FigureNotes";
import { negate } from "./negate";

export type FigureText = { text: string; percent: string | null };
type Props = { data: ChurnAnalysis; now: FigureText; before: FigureText };

export function PreviousPeriodNotes({ data: { previous }, now, before }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { starts_on, ends_on } = previous.bridge;
  const currencies = previous.left_out.join(", ");
  return (
    <FigureNotes>
      <span>
        {t("churns.analysis.before", {
          from: formatDate(starts_on, locale),
          to: formatDate(ends_on, locale),
          value: before.text,
        })}{" "}
        <Change now={now} before={before} />
      </span>
      {currencies && <span>{t("churns.analysis.before_without", { currencies })}</span>}
    </FigureNotes>
  );
}

/** Rates are told apart by points: a percentage of a percentage says little. */
function Change({ now, before }: Omit<Props, "data">) {
  const t = useTranslate();
  if (now.percent === null || before.percent === null) return null;
  const points = Number(addDecimals([now.percent, negate(before.percent)]));
  if (points === 0) return <FigureTrend trend="same" text={t("churns.analysis.same")} />;
  const way = points > 0 ? "up" : "down";
  const words = t(`churns.analysis.${way}`, { points: Math.abs(points) });
  return <FigureTrend trend={way} text={words} />;
}
