// The looks of a chart's series: a colour, and for those who do not tell colours apart a hatch, dash and marker too.
import classes from "./Charts.module.css";
import type { Scales } from "./scales";

/** Beyond this many, nobody tells them apart: the rest is drawn together. */
export const MAX_SERIES = 6;

const DASHES = [undefined, "6 3", "2 3", "8 3 2 3", "1 4", "12 4"] as const;

export const colourOf = (series: number) => `var(--chart-${(series % MAX_SERIES) + 1})`;
export const dashOf = (series: number) => DASHES[series % MAX_SERIES];

/** A corner's way around the middle, so that a marker is known by its shape. */
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
      fill={colourOf(series)}
    />
  );
}

/** Lines of a hatch, on top of a colour: the first series is plain. */
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
          <rect width={6} height={6} fill={colourOf(series)} />
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

/** Words beside the last point of each series, moved apart where they would cover each other. */
export function EndLabels({ scales, labels }: { scales: Scales; labels: readonly SeriesLabel[] }) {
  let lowest = Number.NEGATIVE_INFINITY;
  return [...labels]
    .sort((one, other) => one.y - other.y)
    .map(({ series, name, y }) => {
      lowest = Math.max(y + 4, lowest + 14);
      const x = scales.width - scales.right;
      return (
        <text key={series} className={classes.label} x={x + 10} y={lowest} fill={colourOf(series)}>
          {name}
        </text>
      );
    });
}

/** Where there is no room beside the drawing: each series' name after its marker, above it. */
export function SeriesKey({ names }: { names: readonly { series: number; name: string }[] }) {
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
              stroke={colourOf(series)}
              strokeWidth={2}
              strokeDasharray={dashOf(series)}
            />
            <Marker series={series} x={11} y={6} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
