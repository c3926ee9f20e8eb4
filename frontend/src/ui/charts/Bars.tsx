// A bar chart, stacked for several series; bars are hatched beyond a limit, and a line can run across them.
import { useId } from "react";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, toNumber } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { Hatches, MAX_SERIES, seriesColor } from "./series";

/**
 * `limit` is the column of the limits; a bar may have none. One that is to be reached has `isGoal`: nothing is hatched
 * beyond it. `line` is the column of a line in steps.
 */
type Props = ChartProps & { limit?: number; isGoal?: boolean; line?: number; height?: number };
type StackPart = { series: number; name: string; columns: readonly number[] };

/** The stacked series: at most six, with the rest combined. */
function stackParts(
  { columns }: ChartData,
  apart: readonly (number | undefined)[],
  others: string,
): StackPart[] {
  const drawnColumns = columns.flatMap(({ tableOnly }, column) =>
    tableOnly || apart.includes(column) ? [] : [column],
  );
  const separate =
    drawnColumns.length > MAX_SERIES ? drawnColumns.slice(0, MAX_SERIES - 1) : drawnColumns;
  const rest = drawnColumns.slice(separate.length);
  const named = separate.map((column) => ({
    name: columns[column]?.label ?? "",
    columns: [column],
  }));
  const all = rest.length > 0 ? [...named, { name: others, columns: rest }] : named;
  return all.map((part, series) => ({ ...part, series }));
}

/** A part's position in its stack, from the axis. */
type PlacedPart = StackPart & { from: number; to: number };

function placeParts(parts: readonly StackPart[], cells: readonly (string | null)[]): PlacedPart[] {
  let to = 0;
  return parts.map((part) => {
    const from = to;
    to += partSize(cells, part);
    return { ...part, from, to };
  });
}

const partSize = (cells: readonly (string | null)[], { columns }: StackPart) =>
  columns.reduce((sum, column) => sum + toNumber(cells[column]), 0);

export function Bars({ limit, isGoal = false, line, height = 220, ...chart }: Props) {
  const t = useTranslate();
  const { data, title, summary } = chart;
  const id = useId();
  const parts = stackParts(data, [limit, line], t("charts.other"));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const totals = data.rows.map(({ cells }) =>
    parts.reduce((sum, part) => sum + partSize(cells, part), 0),
  );
  const limits = data.rows.map(({ cells }) => (limit === undefined ? 0 : toNumber(cells[limit])));
  const steps =
    line === undefined ? [] : data.rows.map(({ cells }) => ({ size: toNumber(cells[line]) }));
  const values = [...totals, ...limits, ...steps.map(({ size }) => size)];
  return (
    <ChartFrame {...chart}>
      {(parts.length > 1 || line !== undefined || limit !== undefined) && (
        <PartsLegend
          id={id}
          parts={parts}
          line={data.columns[line ?? -1]?.label}
          limit={data.columns[limit ?? -1]?.label}
        />
      )}
      <Plot
        title={title}
        summary={summary}
        data={data}
        unit={unit}
        values={values}
        height={height}
        columnAt={({ y }, index, at) => {
          const placed = placeParts(parts, data.rows[index]?.cells ?? []);
          const part = placed.find(
            ({ from, to }) => at <= y(Math.min(from, to)) && at >= y(Math.max(from, to)),
          );
          return part?.columns.length === 1 ? part.columns[0] : undefined;
        }}
      >
        {(scales) => (
          <>
            <Hatches id={id} count={parts.length} />
            {data.rows.map((row, index) => (
              <g key={row.key}>
                <Stack id={id} parts={parts} cells={row.cells} index={index} scales={scales} />
                {limit !== undefined && row.cells[limit] && (
                  <Limit
                    id={id}
                    limit={limits[index]}
                    total={isGoal ? 0 : totals[index]}
                    {...{ index, scales }}
                  />
                )}
              </g>
            ))}
            {steps.length > 0 && <path className={classes.steps} d={stepPath(steps, scales)} />}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

/** A line that is level across each bar's place and rises or falls between two. */
function stepPath(steps: readonly { size: number }[], { x, y, band }: Scales): string {
  const half = band / 0.75 / 2;
  return steps
    .map(
      ({ size }, index) =>
        `${index === 0 ? "M" : "L"}${x(index) - half} ${y(size)}H${x(index) + half}`,
    )
    .join("");
}

type StackProps = {
  id: string;
  parts: readonly StackPart[];
  cells: readonly (string | null)[];
  index: number;
  scales: Scales;
};

function Stack({ id, parts, cells, index, scales }: StackProps) {
  const width = Math.min(48, scales.band);
  return placeParts(parts, cells).map(({ series, from, to }) => {
    const [top, bottom] = [scales.y(Math.max(from, to)), scales.y(Math.min(from, to))];
    return (
      <rect
        key={series}
        x={scales.x(index) - width / 2}
        y={top}
        width={width}
        height={Math.max(0, bottom - top)}
        fill={parts.length > 1 ? `url(#${id}-${series})` : seriesColor(series)}
      />
    );
  });
}

type LimitProps = {
  id: string;
  limit: number | undefined;
  total: number | undefined;
  index: number;
  scales: Scales;
};

/** A line at the limit and a hatch beyond it. */
function Limit({ id, limit: at = 0, total = 0, index, scales }: LimitProps) {
  const width = Math.min(48, scales.band);
  const [left, y] = [scales.x(index) - width / 2, scales.y(at)];
  return (
    <>
      {total > at && (
        <rect
          className={classes.beyond}
          x={left}
          y={scales.y(total)}
          width={width}
          height={y - scales.y(total)}
          style={{ fill: `url(#${id}-over)` }}
        />
      )}
      <line className={classes.target} x1={left - 4} x2={left + width + 4} y1={y} y2={y} />
    </>
  );
}

type LegendProps = {
  id: string;
  parts: readonly StackPart[];
  line: string | undefined;
  limit: string | undefined;
};

function PartsLegend({ id, parts, line, limit }: LegendProps) {
  return (
    <ul className={classes.key}>
      {parts.map(({ series, name }) => (
        <li key={series}>
          <svg width={14} height={12} aria-hidden>
            <rect
              width={14}
              height={12}
              fill={parts.length > 1 ? `url(#${id}-${series})` : seriesColor(series)}
            />
          </svg>
          {name}
        </li>
      ))}
      {line !== undefined && (
        <li>
          <svg width={14} height={12} aria-hidden>
            <path className={classes.steps} d="M0 6H14" />
          </svg>
          {line}
        </li>
      )}
      {limit !== undefined && (
        <li>
          <svg width={14} height={12} aria-hidden>
            <line className={classes.target} x2={14} y1={6} y2={6} />
          </svg>
          {limit}
        </li>
      )}
    </ul>
  );
}
