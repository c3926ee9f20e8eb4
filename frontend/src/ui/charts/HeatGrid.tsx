// A heat map of shares in two dimensions: the higher, the darker.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDecimal } from "../../lib/numbers";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { type ChartData, toNumber } from "./chartData";
import { Points } from "./Points";

/** The thresholds of the color steps. */
const THRESHOLDS = [0, 25, 50, 75, 100];
const ROW_HEIGHT = 30;

/** Every cell as a point, row by row; `measure` labels its value. */
function toCells({ rowKind, columns, rows }: ChartData, measure: string): ChartData {
  const shares = columns.filter(({ tableOnly }) => !tableOnly);
  const unit = shares[0]?.unit ?? { kind: "percent" };
  return {
    rowKind,
    columns: [{ label: measure, unit }],
    rows: rows.flatMap(({ key, label, cells, link }) =>
      columns.flatMap((column, index) =>
        column.tableOnly
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

const colorStep = (cell: string) =>
  THRESHOLDS.filter((threshold) => toNumber(cell) >= threshold).length || 1;

/**
 * In cells: the width of a row's name for the longest month in both languages. In pixels: the minimum width of a cell.
 */
const NAME_CELLS = 3;
const MIN_CELL_WIDTH = 40;

export function HeatGrid({ measure, ...chart }: ChartProps & { measure: string }) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const cells = toCells(data, measure);
  const heads = data.columns.filter(({ tableOnly }) => !tableOnly);
  const [rowCount, columnCount] = [data.rows.length, heads.length];
  const pointAt = (x: number, y: number) => {
    const column = Math.floor(x * (columnCount + NAME_CELLS)) - NAME_CELLS;
    const line = Math.floor(y * (rowCount + 1)) - 1;
    const index = line * columnCount + column;
    return column < 0 || line < 0 || !cells.rows[index]?.cells[0] ? null : index;
  };
  const placeOf = (index: number) => ({
    across: ((index % columnCount) + NAME_CELLS) / (columnCount + NAME_CELLS),
    down: (Math.floor(index / columnCount) + 2) / (rowCount + 1),
  });
  return (
    <ChartFrame {...chart}>
      <div className={classes.wide}>
        <div style={{ minWidth: (columnCount + NAME_CELLS) * MIN_CELL_WIDTH }}>
          <Points
            title={title}
            data={cells}
            pointAt={pointAt}
            tooltipPosition={placeOf}
            line={columnCount}
          >
            {(active) => (
              <div
                role="img"
                aria-label={`${title}. ${summary}`}
                className={classes.cells}
                style={{
                  gridTemplateColumns: `${NAME_CELLS}fr repeat(${columnCount}, 1fr)`,
                  gridAutoRows: ROW_HEIGHT,
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
                    name={
                      index % columnCount === 0 ? data.rows[index / columnCount]?.label : undefined
                    }
                    step={cell ? colorStep(cell) : undefined}
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
