// A waterfall chart: a start value, its changes, and the end value.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import { toNumber } from "./chartData";
import { StepBars } from "./StepBars";
import { axisStart, type StepBar, type Tone } from "./steps";
import { formatShort, formatTick } from "./units";

type Props = ChartProps & {
  /** The rows that are totals, usually the first and the last. */
  totals: ReadonlySet<string>;
  /** The rows that are neither good nor bad news. */
  neutral?: ReadonlySet<string>;
};

function toSteps({ data, totals, neutral }: Props, locale: string): StepBar[] {
  let level = 0;
  const last = data.rows.length - 1;
  return data.rows.map(({ key, cells: [cell] }, index) => {
    const isTotal = totals.has(key);
    const from = isTotal ? 0 : level;
    level = from + toNumber(cell);
    const change = isTotal ? undefined : level - from;
    return {
      key,
      from,
      to: level,
      tone: toneOf(change, neutral?.has(key) ?? false),
      text: change === undefined ? formatShort(level, locale) : changeText(change, locale),
      isJoined: index < last,
    };
  });
}

function toneOf(change: number | undefined, isNeutral: boolean): Tone {
  if (change === undefined) return "subject";
  if (isNeutral || change === 0) return "neutral";
  return change > 0 ? "gain" : "loss";
}

/** Changes show their sign, so that the color is not needed. */
function changeText(change: number, locale: string): string {
  const sign = change > 0 ? "+" : "−";
  return `${change === 0 ? "" : sign}${formatShort(Math.abs(change), locale)}`;
}

export function Waterfall(props: Props) {
  const { totals: _totals, neutral: _neutral, ...chart } = props;
  const { title, data } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const bars = toSteps(props, locale);
  const start = axisStart(bars.map(({ to }) => to));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const note =
    start === undefined ? "" : t("charts.axis_start", { value: formatTick(start, unit, locale) });
  const summary = [chart.summary, note].filter(Boolean).join(" ");
  return (
    <ChartFrame {...chart} summary={summary}>
      <StepBars title={title} summary={summary} data={data} bars={bars} start={start} />
    </ChartFrame>
  );
}
