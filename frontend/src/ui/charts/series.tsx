// The styles of a chart's series: a color, and a hatch, dash and marker for color-blind users.
import classes from "./Charts.module.css";
import type { Scales } from "./scales";

/** More series would be indistinguishable: the rest is combined. */
export const MAX_SERIES = 6;

const DASHES = [undefined, "6 3", "2 3", "8 3 2 3", "1 4", "12 4"] as const;

export const seriesColor = (series: number) => `var(--chart-${(series % MAX_SERIES) + 1})`;
export const seriesDash = (series: number) => DASHES[series % MAX_SERIES];

/** Paths around the center: each series has a marker of its own shape. */
const MARKERS = [
  "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
  "M-3 -3h6v6h-6z",
  "M0 -4L4 3H-4z",
  "M0 -4.5L4.5 0L0 4.5L-4.5 0z",
  "M0 4L4 -3H-4z",
  "M-4 -1h3v-3h2v3h3v2h-3v3h-2v-3h-3z",
] as const;

type MarkProps = { series: number; x: number; y: number };

export function Marker({ series, x, y }: MarkProps) {
  return (
    <path
      d={MARKERS[series % MAX_SERIES]}
      transform={`translate(${x} ${y})`}
      fill={seriesColor(series)}
    />
  );
}

/** Hatch lines over a color; the first series has none. */
const HATCHES = ["", "M0 6L6 0", "M0 3h6", "M3 0v6", "M0 6L6 0M0 0L6 6", "M2 2h2v2h-2z"] as const;

export function Hatches({ id, count }: { id: string; count: number }) {
  return (
    <defs>
      {HATCHES.slice(0, Math.max(1, count)).map((path, series) => (
        <pattern
          key={path}
          id={`${id}-${series}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
        >
          <rect width={6} height={6} fill={seriesColor(series)} />
          <path d={path} className={classes.hatch} />
        </pattern>
      ))}
      <pattern id={`${id}-over`} width={6} height={6} patternUnits="userSpaceOnUse">
        <path d="M0 6L6 0" className={classes.over} />
      </pattern>
    </defs>
  );
}

export type SeriesLabel = { series: number; name: string; y: number };

/** Labels at the last point of each series, moved apart where they would overlap. */
export function EndLabels({ scales, labels }: { scales: Scales; labels: readonly SeriesLabel[] }) {
  let lowest = Number.NEGATIVE_INFINITY;
  return [...labels]
    .sort((first, second) => first.y - second.y)
    .map(({ series, name, y }) => {
      lowest = Math.max(y + 4, lowest + 14);
      const x = scales.width - scales.right;
      return (
        <text
          key={series}
          className={classes.label}
          x={x + 10}
          y={lowest}
          fill={seriesColor(series)}
        >
          {name}
        </text>
      );
    });
}

/** On narrow screens: the legend above the chart, with the marker of each series. */
export function SeriesLegend({ names }: { names: readonly { series: number; name: string }[] }) {
  return (
    <ul className={`${classes.key} ${classes.above}`}>
      {names.map(({ series, name }) => (
        <li key={series}>
          <svg width={22} height={12} aria-hidden>
            <line
              x1={0}
              x2={22}
              y1={6}
              y2={6}
              stroke={seriesColor(series)}
              strokeWidth={2}
              strokeDasharray={seriesDash(series)}
            />
            <Marker series={series} x={11} y={6} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
