// The axes of a chart: values on the left, categories below, as many labels as fit.
import classes from "./Charts.module.css";
import type { Row } from "./chartData";
import type { Scales } from "./scales";
import { formatTick, type Unit } from "./units";

type ValueProps = {
  scales: Scales;
  ticks: readonly number[];
  left: number;
  unit: Unit;
  locale: string;
};

export function ValueAxis({ scales, ticks, left, unit, locale }: ValueProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? classes.ground : classes.grid}
        x1={left}
        x2={scales.width - scales.right}
        y1={scales.y(tick)}
        y2={scales.y(tick)}
      />
      <text className={classes.tick} x={left - 6} y={scales.y(tick) + 4} textAnchor="end">
        {formatTick(tick, unit, locale)}
      </text>
    </g>
  ));
}

/** About the width of a letter on an axis. */
const LETTER_WIDTH = 6.5;

type CategoryProps = {
  scales: Scales;
  rows: readonly Row[];
  bottom: number;
  /** Every name is shown, because all of them fit. */
  all: boolean;
};

export function CategoryAxis({ scales, rows, bottom, all }: CategoryProps) {
  const names = rows.map(({ short, label }) => short ?? label);
  const widest = Math.max(0, ...names.map((name) => name.length)) * LETTER_WIDTH + 8;
  const step = rows.length > 1 ? scales.x(1) - scales.x(0) : scales.width;
  const interval = all ? 1 : Math.max(1, Math.ceil(widest / step));
  return names.map((name, index) =>
    index % interval === 0 ? (
      <text
        key={rows[index]?.key}
        className={classes.tick}
        x={scales.x(index)}
        y={scales.height - bottom + 18}
        textAnchor="middle"
      >
        {name}
      </text>
    ) : null,
  );
}
