// Bars side by side on one axis, with a mark where the axis leaves values out.
import { useId } from "react";
import classes from "./Charts.module.css";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { COLUMNS_HEIGHT, type StepBar, type StepProps, type Tone } from "./steps";

const MAX_WIDTH = 64;
/** How far the drawing of a break reaches from its middle. */
const BREAK_HEIGHT = 4;

export function StepColumns({ title, summary, data, bars, start, level }: StepProps) {
  const id = useId();
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const values = level ? [...ends, level.value] : ends;
  return (
    <Plot
      title={title}
      summary={summary}
      data={data}
      unit={unit}
      values={values}
      height={COLUMNS_HEIGHT}
      start={start}
      allNames
    >
      {(scales) => (
        <>
          <LossHatch id={id} />
          {bars.map((bar, index) => (
            <Column key={bar.key} {...{ id, bar, index, scales }} isBroken={start !== undefined} />
          ))}
          {level && (
            <>
              <line
                className={classes.level}
                x1={scales.x(0) - scales.band / 1.5}
                x2={scales.width - scales.right}
                y1={scales.y(level.value)}
                y2={scales.y(level.value)}
              />
              <text
                className={classes.label}
                x={scales.width - scales.right}
                y={scales.y(level.value) - 5}
                textAnchor="end"
              >
                {level.text}
              </text>
            </>
          )}
        </>
      )}
    </Plot>
  );
}

type ColumnProps = { id: string; bar: StepBar; index: number; scales: Scales; isBroken: boolean };

function Column({ id, bar, index, scales, isBroken }: ColumnProps) {
  const width = Math.min(MAX_WIDTH, scales.band);
  const x = scales.x(index);
  const [top, bottom] = [
    scales.y(Math.max(bar.from, bar.to)),
    scales.y(Math.min(bar.from, bar.to)),
  ];
  return (
    <>
      <rect
        x={x - width / 2}
        y={top}
        width={width}
        height={Math.max(1, bottom - top)}
        fill={fillOf(id, bar.tone)}
      />
      {isBroken && bar.from === 0 && (
        <path className={classes.break} d={breakPath(x - width / 2, width, bottom - 12)} />
      )}
      {bar.isJoined && (
        <line
          className={classes.bridge}
          x1={x + width / 2}
          x2={scales.x(index + 1) - width / 2}
          y1={scales.y(bar.to)}
          y2={scales.y(bar.to)}
        />
      )}
      <text className={classes.amount} data-tone={bar.tone} x={x} y={top - 5} textAnchor="middle">
        {bar.text}
      </text>
    </>
  );
}

function fillOf(id: string, tone: Tone): string {
  if (typeof tone === "number") return `var(--chart-step-${tone})`;
  const fills = {
    subject: "var(--chart-1)",
    gain: "var(--chart-2)",
    loss: `url(#${id}-loss)`,
    neutral: "var(--chart-6)",
  };
  return fills[tone];
}

/** A zigzag across a bar. */
function breakPath(left: number, width: number, y: number): string {
  const teeth = Math.max(2, Math.round(width / 8));
  const points = Array.from({ length: teeth + 1 }, (_, tooth) => {
    const height = tooth % 2 === 0 ? BREAK_HEIGHT : -BREAK_HEIGHT;
    return `${left + (width * tooth) / teeth} ${y + height}`;
  });
  return `M${points.join("L")}`;
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
