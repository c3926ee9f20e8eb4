// A bar list with full names: a bar, its value, and a mark for the target.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { toNumber } from "./chartData";
import { Points } from "./Points";
import { formatValue } from "./units";

/** `limit` is the column of the targets. */
type Props = ChartProps & { limit?: number };

export function BarList({ limit, ...chart }: Props) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const targetValue = (cells: readonly (string | null)[]) =>
    limit === undefined ? 0 : toNumber(cells[limit]);
  const maximum = Math.max(
    ...data.rows.map(({ cells }) => Math.max(toNumber(cells[0]), targetValue(cells))),
  );
  const percentOfMaximum = (size: number) => `${maximum ? (size / maximum) * 100 : 0}%`;
  const count = data.rows.length;
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  return (
    <ChartFrame {...chart}>
      <Points
        title={title}
        data={data}
        pointAt={(_, down) => Math.min(count - 1, Math.floor(down * count))}
        tooltipPosition={(index) => ({ across: 0.5, down: (index + 1) / count })}
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
                  {row.cells[0]
                    ? formatValue(row.cells[0], unit, locale)
                    : t("common.not_applicable")}
                </span>
                <span className={classes.listTrack}>
                  <span
                    className={classes.listBar}
                    style={{ width: percentOfMaximum(toNumber(row.cells[0])) }}
                  />
                  {targetValue(row.cells) > 0 && (
                    <span
                      className={classes.listTarget}
                      style={{ insetInlineStart: percentOfMaximum(targetValue(row.cells)) }}
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
