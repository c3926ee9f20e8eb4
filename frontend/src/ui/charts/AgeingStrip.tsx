// What is owed by how late it is: one strip, darker the later, and the same in words for each part.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ChartFrame, type ChartProps } from "./ChartFrame";
import classes from "./Charts.module.css";
import { sizeOf } from "./chartData";
import { Points } from "./Points";
import { formatValue } from "./units";

/** Where each row's part begins and how long it is, as shares of the strip. */
function partsOf(sizes: readonly number[]): { from: number; share: number }[] {
  const whole = sizes.reduce((sum, size) => sum + Math.max(0, size), 0);
  let from = 0;
  return sizes.map((size) => {
    const share = whole === 0 ? 0 : Math.max(0, size) / whole;
    from += share;
    return { from: from - share, share };
  });
}

/** At most five rows, from what is not due to what is latest. */
export function AgeingStrip(chart: ChartProps) {
  const { data, title, summary } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const parts = partsOf(data.rows.map(({ cells }) => sizeOf(cells[0])));
  const unit = data.columns[0]?.unit ?? { kind: "count" };
  const pointAt = (across: number) => {
    const index = parts.findIndex(({ from, share }) => across >= from && across < from + share);
    return index < 0 ? null : index;
  };
  return (
    <ChartFrame {...chart}>
      <Points
        title={title}
        data={data}
        pointAt={pointAt}
        placeOf={(index) => ({ across: parts[index]?.from ?? 0, down: 1 })}
      >
        {(active) => (
          <div role="img" aria-label={`${title}. ${summary}`} className={classes.strip}>
            {parts.map(({ share }, index) => (
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
              {row.cells[0] ? formatValue(row.cells[0], unit, locale) : t("charts.none")}
            </strong>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
