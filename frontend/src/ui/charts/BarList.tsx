// Things by how much of each there is, with their whole names: a bar each, the figure beside it, and a mark where it was to be.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { sizeOf } from "./chartData";
import { Points } from "./Points";
import { formatValue } from "./units";

/** `limit` is the column that says how much there was to be. */
type Props = ChartProps & { limit?: number };

export function BarList({ limit, ...chart }: Props) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const targetOf = (cells: readonly (string | null)[]) =>
    limit === undefined ? 0 : sizeOf(cells[limit]);
  const most = Math.max(
    ...data.rows.map(({ cells }) => Math.max(sizeOf(cells[0]), targetOf(cells))),
  );
  const share = (size: number) => `${most ? (size / most) * 100 : 0}%`;
  const count = data.rows.length;
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  return (
    <ChartFrame {...chart}>
      <Points
        title={title}
        data={data}
        pointAt={(_, down) => Math.min(count - 1, Math.floor(down * count))}
        placeOf={(index) => ({ across: 0.5, down: (index + 1) / count })}
      >
        {(active) => (
          <div role="img" aria-label={`${title}. ${summary}`} className={classes.list}>
            {data.rows.map((row, index) => (
              <div
                key={row.key}
                className={classes.listLine}
                data-active={active === index || undefined}
              >
                <span className={classes.listName}>{row.label}</span>
                <span className={classes.listValue}>
                  {row.cells[0] ? formatValue(row.cells[0], unit, locale) : t("charts.none")}
                </span>
                <span className={classes.listTrack}>
                  <span
                    className={classes.listBar}
                    style={{ width: share(sizeOf(row.cells[0])) }}
                  />
                  {targetOf(row.cells) > 0 && (
                    <span
                      className={classes.listTarget}
                      style={{ insetInlineStart: share(targetOf(row.cells)) }}
                    />
                  )}
                </span>
              </div>
            ))}
          </div>
        )}
      </Points>
    </ChartFrame>
  );
}
