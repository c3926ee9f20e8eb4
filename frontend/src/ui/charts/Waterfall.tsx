// A waterfall chart: a start value, its changes, and the end value.
import { useId } from "react";
import { useLocale } from "../../i18n/locale";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, toNumber } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { formatShort } from "./units";

/** The rows that are totals, usually the first and the last. */
type Props = ChartProps & { totals: ReadonlySet<string> };
type Step = { key: string; from: number; to: number; isTotal: boolean };

function toSteps({ rows }: ChartData, totals: ReadonlySet<string>): Step[] {
  let runningTotal = 0;
  return rows.map(({ key, cells: [cell] }) => {
    const isTotal = totals.has(key);
    const from = isTotal ? 0 : runningTotal;
    runningTotal = from + toNumber(cell);
    return { key, from, to: runningTotal, isTotal };
  });
}

export function Waterfall({ totals, ...chart }: Props) {
  const { data, title, summary } = chart;
  const id = useId();
  const locale = useLocale();
  const steps = toSteps(data, totals);
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const labels = steps.map((step) => stepText(step, (value) => formatShort(value, locale)));
  const widest = Math.max(...labels.map((text) => text.length)) * LETTER_WIDTH;
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  return (
    <ChartFrame {...chart}>
      <Plot title={title} summary={summary} data={data} unit={unit} values={ends} height={260}>
        {(scales) => (
          <>
            <LossHatch id={id} />
            {steps.map((step, index) => (
              <StepView
                key={step.key}
                {...{ id, step, index, scales }}
                isLast={index === steps.length - 1}
                text={widest < scales.band / 0.75 ? labels[index] : undefined}
              />
            ))}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** Changes show their sign, so that the color is not needed. */
function stepText({ from, to, isTotal }: Step, format: (value: number) => string): string {
  if (isTotal) return format(to);
  const change = to - from;
  if (change === 0) return format(0);
  return `${change > 0 ? "+" : "−"}${format(Math.abs(change))}`;
}

/** About the width of a letter: labels of steps that would overlap are left out. */
const LETTER_WIDTH = 7;

type StepProps = {
  id: string;
  step: Step;
  index: number;
  scales: Scales;
  isLast: boolean;
  text: string | undefined;
};

function stepFill(id: string, { from, to, isTotal }: Step): string {
  if (isTotal) return "var(--chart-1)";
  return to >= from ? "var(--chart-2)" : `url(#${id}-loss)`;
}

function StepView({ id, step, index, scales, isLast, text }: StepProps) {
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
        fill={stepFill(id, step)}
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
