// One bar for each row, with its name and its amount, and a level across them.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import { toNumber } from "./chartData";
import { StepBars } from "./StepBars";
import type { Level, Tone } from "./steps";
import { formatShort } from "./units";

type Props = ChartProps & {
  /** By row; by default each bar is the subject. */
  tones?: readonly Tone[];
  level?: Level | undefined;
};

export function NamedBars({ tones = [], level, ...chart }: Props) {
  const { title, summary, data } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const bars = data.rows.map(({ key, cells: [cell] }, index) => ({
    key,
    from: 0,
    to: toNumber(cell),
    tone: tones[index] ?? "subject",
    text: cell ? formatShort(toNumber(cell), locale) : t("common.not_applicable"),
    isJoined: false,
  }));
  return (
    <ChartFrame {...chart}>
      <StepBars title={title} summary={summary} data={data} bars={bars} level={level} />
    </ChartFrame>
  );
}
