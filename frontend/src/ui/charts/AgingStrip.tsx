// A strip of amounts by age: the older, the darker, with a text alternative for each bucket.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { toNumber } from "./chartData";
import { Points } from "./Points";
import { formatValue } from "./units";

/** The start and length of each row's segment, as shares of the strip. */
function splitStrip(sizes: readonly number[]): { from: number; share: number }[] {
  const total = sizes.reduce((sum, size) => sum + Math.max(0, size), 0);
  let from = 0;
  return sizes.map((size) => {
    const share = total === 0 ? 0 : Math.max(0, size) / total;
    from += share;
    return { from: from - share, share };
  });
}

/** At most five rows, from not due to the oldest. */
export function AgingStrip(chart: ChartProps) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const segments = splitStrip(data.rows.map(({ cells }) => toNumber(cells[0])));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const pointAt = (across: number) => {
    const index = segments.findIndex(({ from, share }) => across >= from && across < from + share);
    return index < 0 ? null : index;
  };
  return (
    <ChartFrame {...chart}>
      <Points
        title={title}
        data={data}
        pointAt={pointAt}
        tooltipPosition={(index) => ({ across: segments[index]?.from ?? 0, down: 1 })}
      >
        {(active) => (
          <div role="img" aria-label={`${title}. ${summary}`} className={classes.strip}>
            {segments.map(({ share }, index) => (
              <div
                key={data.rows[index]?.key}
                data-step={index + 1}
                data-active={active === index || undefined}
                style={{ width: `${share * 100}%` }}
              />
            ))}
          </div>
        )}
      </Points>
      <ul className={classes.key}>
        {data.rows.map((row, index) => (
          <li key={row.key}>
            <span className={classes.swatch} data-step={index + 1} aria-hidden />
            {row.label}{" "}
            <strong>
              {row.cells[0] ? formatValue(row.cells[0], unit, locale) : t("common.not_applicable")}
            </strong>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
