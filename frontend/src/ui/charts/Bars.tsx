// A bar chart, stacked for several series; bars are hatched beyond a limit.
import { useId } from "react";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, toNumber } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { Hatches, MAX_SERIES, seriesColor } from "./series";

/** `limit` is the column of the limits; a bar may have none. */
type Props = ChartProps & { limit?: number };
type StackPart = { series: number; name: string; columns: readonly number[] };

/** The stacked series: at most six, with the rest combined. */
function stackParts(
  { columns }: ChartData,
  limit: number | undefined,
  others: string,
): StackPart[] {
  const drawnColumns = columns.flatMap(({ tableOnly }, column) =>
    tableOnly || column === limit ? [] : [column],
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

const partSize = (cells: readonly (string | null)[], { columns }: StackPart) =>
  columns.reduce((sum, column) => sum + toNumber(cells[column]), 0);

export function Bars({ limit, ...chart }: Props) {
  const t = useTranslate();
  const { data, title, summary } = chart;
  const id = useId();
  const parts = stackParts(data, limit, t("charts.other"));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const totals = data.rows.map(({ cells }) =>
    parts.reduce((sum, part) => sum + partSize(cells, part), 0),
  );
  const limits = data.rows.map(({ cells }) => (limit === undefined ? 0 : toNumber(cells[limit])));
  return (
    <ChartFrame {...chart}>
      {parts.length > 1 && <PartsLegend id={id} parts={parts} />}
      <Plot title={title} summary={summary} data={data} unit={unit} values={[...totals, ...limits]}>
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
                    total={totals[index]}
                    {...{ index, scales }}
                  />
                )}
              </g>
            ))}
          </>
        )}
      </Plot>
    </ChartFrame>
  );
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
  let from = 0;
  return parts.map((part) => {
    const to = from + partSize(cells, part);
    const [top, bottom] = [scales.y(Math.max(from, to)), scales.y(Math.min(from, to))];
    from = to;
    return (
      <rect
        key={part.series}
        x={scales.x(index) - width / 2}
        y={top}
        width={width}
        height={Math.max(0, bottom - top)}
        fill={parts.length > 1 ? `url(#${id}-${part.series})` : seriesColor(part.series)}
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

function PartsLegend({ id, parts }: { id: string; parts: readonly StackPart[] }) {
  return (
    <ul className={classes.key}>
      {parts.map(({ series, name }) => (
        <li key={series}>
          <svg width={14} height={12} aria-hidden>
            <rect width={14} height={12} fill={`url(#${id}-${series})`} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
