// How a sum became another: what was there, each thing that came or went, and what it makes.
import { useId } from "react";
import { useLocale } from "../../i18n/locale";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, sizeOf } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { formatShort } from "./units";

/** The rows that are sums by themselves; the first and the last, as a rule. */
type Props = ChartProps & { sums: ReadonlySet<string> };
type Step = { key: string; from: number; to: number; isSum: boolean };

function stepsOf({ rows }: ChartData, sums: ReadonlySet<string>): Step[] {
  let reached = 0;
  return rows.map(({ key, cells: [cell] }) => {
    const isSum = sums.has(key);
    const from = isSum ? 0 : reached;
    reached = from + sizeOf(cell);
    return { key, from, to: reached, isSum };
  });
}

export function Waterfall({ sums, ...chart }: Props) {
  const { data, title, summary } = chart;
  const id = useId();
  const locale = useLocale();
  const steps = stepsOf(data, sums);
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const words = steps.map((step) => textOf(step, (value) => formatShort(value, locale)));
  const widest = Math.max(...words.map((text) => text.length)) * LETTER;
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  return (
    <ChartFrame {...chart}>
      <Plot title={title} summary={summary} data={data} unit={unit} values={ends} height={260}>
        {(scales) => (
          <>
            <LossHatch id={id} />
            {steps.map((step, index) => (
              <OneStep
                key={step.key}
                {...{ id, step, index, scales }}
                isLast={index === steps.length - 1}
                text={widest < scales.band / 0.75 ? words[index] : undefined}
              />
            ))}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** What comes and goes is told with its sign: nobody has to know its colour. */
function textOf({ from, to, isSum }: Step, format: (value: number) => string): string {
  if (isSum) return format(to);
  const change = to - from;
  if (change === 0) return format(0);
  return `${change > 0 ? "+" : "−"}${format(Math.abs(change))}`;
}

/** About how wide a letter is: where the words of two steps would run into each other, each point still says its own. */
const LETTER = 7;

type StepProps = {
  id: string;
  step: Step;
  index: number;
  scales: Scales;
  isLast: boolean;
  text: string | undefined;
};

function lookOf(id: string, { from, to, isSum }: Step): string {
  if (isSum) return "var(--chart-1)";
  return to >= from ? "var(--chart-2)" : `url(#${id}-loss)`;
}

function OneStep({ id, step, index, scales, isLast, text }: StepProps) {
  const width = Math.min(64, scales.band);
  const x = scales.x(index);
  const [top, bottom] = [
    scales.y(Math.max(step.from, step.to)),
    scales.y(Math.min(step.from, step.to)),
  ];
  return (
    <>
      <rect
        x={x - width / 2}
        y={top}
        width={width}
        height={Math.max(1, bottom - top)}
        fill={lookOf(id, step)}
      />
      {!isLast && (
        <line
          className={classes.bridge}
          x1={x + width / 2}
          x2={scales.x(index + 1) - width / 2}
          y1={scales.y(step.to)}
          y2={scales.y(step.to)}
        />
      )}
      {text && (
        <text className={classes.label} x={x} y={top - 4} textAnchor="middle">
          {text}
        </text>
      )}
    </>
  );
}

function LossHatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-loss`} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} fill="var(--chart-5)" />
        <path d="M0 6L6 0" className={classes.hatch} />
      </pattern>
    </defs>
  );
}
