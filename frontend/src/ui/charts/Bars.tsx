// Values side by side as bars, stacked where several parts make one whole; past a limit they are hatched.
import { useId } from "react";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, sizeOf } from "./chartData";
import { Plot } from "./Plot";
import type { Scales } from "./scales";
import { colourOf, Hatches, MAX_SERIES } from "./series";

/** `limit` is the column that says up to where a bar is within what there is; a bar without one has none. */
type Props = ChartProps & { limit?: number };
type Part = { series: number; name: string; columns: readonly number[] };

/** What is stacked: at most six, the last ones together. */
function partsOf({ columns }: ChartData, limit: number | undefined, others: string): Part[] {
  const drawn = columns.flatMap(({ inTable }, column) =>
    inTable || column === limit ? [] : [column],
  );
  const apart = drawn.length > MAX_SERIES ? drawn.slice(0, MAX_SERIES - 1) : drawn;
  const rest = drawn.slice(apart.length);
  const named = apart.map((column) => ({ name: columns[column]?.label ?? "", columns: [column] }));
  const all = rest.length > 0 ? [...named, { name: others, columns: rest }] : named;
  return all.map((part, series) => ({ ...part, series }));
}

const sizeOfPart = (cells: readonly (string | null)[], { columns }: Part) =>
  columns.reduce((sum, column) => sum + sizeOf(cells[column]), 0);

export function Bars({ limit, ...chart }: Props) {
  const t = useTranslate();
  const { data, title, summary } = chart;
  const id = useId();
  const parts = partsOf(data, limit, t("charts.other"));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const wholes = data.rows.map(({ cells }) =>
    parts.reduce((sum, part) => sum + sizeOfPart(cells, part), 0),
  );
  const limits = data.rows.map(({ cells }) => (limit === undefined ? 0 : sizeOf(cells[limit])));
  return (
    <ChartFrame {...chart}>
      {parts.length > 1 && <PartsKey id={id} parts={parts} />}
      <Plot title={title} summary={summary} data={data} unit={unit} values={[...wholes, ...limits]}>
        {(scales) => (
          <>
            <Hatches id={id} count={parts.length} />
            {data.rows.map((row, index) => (
              <g key={row.key}>
                <Stack id={id} parts={parts} cells={row.cells} index={index} scales={scales} />
                {limit !== undefined && row.cells[limit] && (
                  <Limit id={id} at={limits[index]} whole={wholes[index]} {...{ index, scales }} />
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
  parts: readonly Part[];
  cells: readonly (string | null)[];
  index: number;
  scales: Scales;
};

function Stack({ id, parts, cells, index, scales }: StackProps) {
  const width = Math.min(48, scales.band);
  let from = 0;
  return parts.map((part) => {
    const to = from + sizeOfPart(cells, part);
    const [top, bottom] = [scales.y(Math.max(from, to)), scales.y(Math.min(from, to))];
    from = to;
    return (
      <rect
        key={part.series}
        x={scales.x(index) - width / 2}
        y={top}
        width={width}
        height={Math.max(0, bottom - top)}
        fill={parts.length > 1 ? `url(#${id}-${part.series})` : colourOf(part.series)}
      />
    );
  });
}

type LimitProps = {
  id: string;
  at: number | undefined;
  whole: number | undefined;
  index: number;
  scales: Scales;
};

/** A line where it ends, and a hatch over what is beyond it. */
function Limit({ id, at = 0, whole = 0, index, scales }: LimitProps) {
  const width = Math.min(48, scales.band);
  const [left, y] = [scales.x(index) - width / 2, scales.y(at)];
  return (
    <>
      {whole > at && (
        <rect
          className={classes.beyond}
          x={left}
          y={scales.y(whole)}
          width={width}
          height={y - scales.y(whole)}
          style={{ fill: `url(#${id}-over)` }}
        />
      )}
      <line className={classes.target} x1={left - 4} x2={left + width + 4} y1={y} y2={y} />
    </>
  );
}

function PartsKey({ id, parts }: { id: string; parts: readonly Part[] }) {
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
