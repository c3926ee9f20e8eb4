// Shares over two directions, as figures in cells that are darker the higher they are.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDecimal } from "../../lib/numbers";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, sizeOf } from "./chartData";
import { Points } from "./Points";

/** The shares from which a cell is darker. */
const STEPS = [0, 25, 50, 75, 100];
const LINE = 30;

/** Every cell as a point of its own, line by line; `measure` is what it holds. */
function cellsOf({ of, columns, rows }: ChartData, measure: string): ChartData {
  const drawn = columns.filter(({ inTable }) => !inTable);
  const unit = drawn[0]?.unit ?? { kind: "percent" };
  return {
    of,
    columns: [{ label: measure, unit }],
    rows: rows.flatMap(({ key, label, cells, link }) =>
      columns.flatMap((column, index) =>
        column.inTable
          ? []
          : {
              key: `${key}/${index}`,
              label: `${label}, ${column.label}`,
              cells: [cells[index] ?? null],
              ...(link ? { link } : {}),
            },
      ),
    ),
  };
}

const stepOf = (cell: string) => STEPS.filter((least) => sizeOf(cell) >= least).length || 1;

/** A line's name takes as much room as so many cells, in the longest month of either language; and a cell at least so much. */
const NAME = 3;
const CELL = 40;

export function HeatGrid({ measure, ...chart }: ChartProps & { measure: string }) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const cells = cellsOf(data, measure);
  const heads = data.columns.filter(({ inTable }) => !inTable);
  const [lines, across] = [data.rows.length, heads.length];
  const pointAt = (x: number, y: number) => {
    const column = Math.floor(x * (across + NAME)) - NAME;
    const line = Math.floor(y * (lines + 1)) - 1;
    const index = line * across + column;
    return column < 0 || line < 0 || !cells.rows[index]?.cells[0] ? null : index;
  };
  const placeOf = (index: number) => ({
    across: ((index % across) + NAME) / (across + NAME),
    down: (Math.floor(index / across) + 2) / (lines + 1),
  });
  return (
    <ChartFrame {...chart}>
      <div className={classes.wide}>
        <div style={{ minWidth: (across + NAME) * CELL }}>
          <Points title={title} data={cells} pointAt={pointAt} placeOf={placeOf} line={across}>
            {(active) => (
              <div
                role="img"
                aria-label={`${title}. ${summary}`}
                className={classes.cells}
                style={{
                  gridTemplateColumns: `${NAME}fr repeat(${across}, 1fr)`,
                  gridAutoRows: LINE,
                }}
              >
                <span />
                {heads.map(({ label }, index) => (
                  <span key={label} className={classes.cellHead}>
                    {index}
                  </span>
                ))}
                {cells.rows.map(({ key, cells: [cell] }, index) => (
                  <Cell
                    key={key}
                    name={index % across === 0 ? data.rows[index / across]?.label : undefined}
                    step={cell ? stepOf(cell) : undefined}
                    active={index === active}
                    text={cell ? formatDecimal(cell, locale, 0, 0) : ""}
                  />
                ))}
              </div>
            )}
          </Points>
        </div>
      </div>
      <p className={classes.source}>{t("charts.heat")}</p>
    </ChartFrame>
  );
}

type CellProps = {
  name: string | undefined;
  step: number | undefined;
  active: boolean;
  text: string;
};

function Cell({ name, step, active, text }: CellProps) {
  return (
    <>
      {name !== undefined && <span className={classes.lineHead}>{name}</span>}
      <span className={classes.cell} data-step={step} data-active={active || undefined}>
        {text}
      </span>
    </>
  );
}
