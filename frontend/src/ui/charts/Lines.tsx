// A line chart with an optional target; forecasts are dashed.
import { LinePath } from "@visx/shape";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, toNumber } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { EndLabels, MAX_SERIES, Marker, SeriesLegend, seriesColor, seriesDash } from "./series";

type Target = { label: string; value: string };
type Props = ChartProps & { target?: Target };
type Line = { series: number; column: number; name: string; dashed: boolean };

function toLines({ columns }: ChartData): Line[] {
  return columns
    .flatMap(({ label, tableOnly, dashed }, column) =>
      tableOnly ? [] : [{ column, name: label, dashed: dashed === true }],
    )
    .slice(0, MAX_SERIES)
    .map((line, series) => ({ ...line, series }));
}

export function Lines({ target, ...chart }: Props) {
  const { data, title, summary } = chart;
  const lines = toLines(data);
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const values = data.rows.flatMap(({ cells }) =>
    lines.map(({ column }) => toNumber(cells[column])),
  );
  const widest = Math.max(
    ...[...lines, { name: target?.label ?? "" }].map(({ name }) => name.length),
  );
  return (
    <ChartFrame {...chart}>
      {lines.length > 1 && <SeriesLegend names={lines} />}
      <Plot
        title={title}
        summary={summary}
        data={data}
        unit={unit}
        values={target ? [...values, Number(target.value)] : values}
        labels={Math.min(180, widest * 7 + 14)}
      >
        {(scales) => (
          <>
            {target && <TargetLine target={target} scales={scales} />}
            {lines.map((line) => (
              <LineView key={line.series} line={line} data={data} scales={scales} />
            ))}
            {scales.right > 8 && (
              <EndLabels scales={scales} labels={lastPoints(lines, data, scales)} />
            )}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

type Point = { index: number; value: number };

/** Only known values: a month without a value is a gap, not zero. */
function toPoints({ rows }: ChartData, column: number): Point[] {
  return rows.flatMap(({ cells }, index) =>
    cells[column] ? [{ index, value: toNumber(cells[column]) }] : [],
  );
}

function lastPoints(lines: readonly Line[], data: ChartData, { y }: Scales) {
  return lines.flatMap(({ series, name, column }) => {
    const end = toPoints(data, column).at(-1);
    return end ? [{ series, name, y: y(end.value) }] : [];
  });
}

function LineView({ line, data, scales }: { line: Line; data: ChartData; scales: Scales }) {
  const { series, column, dashed } = line;
  const points = toPoints(data, column);
  const position = {
    x: ({ index }: Point) => scales.x(index),
    y: ({ value }: Point) => scales.y(value),
  };
  return (
    <g opacity={dashed ? 0.6 : 1}>
      <LinePath
        data={points}
        {...position}
        stroke={seriesColor(series)}
        strokeWidth={2}
        strokeDasharray={dashed ? "4 4" : seriesDash(series)}
        fill="none"
      />
      {!dashed &&
        points.map((point) => (
          <Marker key={point.index} series={series} x={position.x(point)} y={position.y(point)} />
        ))}
    </g>
  );
}

function TargetLine({ target, scales }: { target: Target; scales: Scales }) {
  const y = scales.y(Number(target.value));
  const end = scales.width - scales.right;
  return (
    <>
      <line className={classes.target} x1={56} x2={end} y1={y} y2={y} />
      <text className={classes.label} x={end - 4} y={y - 5} textAnchor="end">
        {target.label}
      </text>
    </>
  );
}
