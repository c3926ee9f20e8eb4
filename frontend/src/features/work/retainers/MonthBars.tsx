// The hours of the last months as small bars: used below the line of the available hours, and above it.
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName } from "../../../lib/dates";
import { formatDecimal } from "../../../lib/numbers";
import classes from "./Retainers.module.css";

const [BAR_WIDTH, STEP, HEIGHT] = [8, 11, 24];

export function MonthBars({ months }: { months: Burn["months"] }) {
  const t = useTranslate();
  const locale = useLocale();
  const sizes = months.map(({ used_hours, available_hours }) => ({
    used: Math.max(0, Number(used_hours)),
    available: Math.max(0, Number(available_hours)),
  }));
  const highest = Math.max(0, ...sizes.flatMap(({ used, available }) => [used, available]));
  if (highest === 0) return null;
  const height = (size: number) => (size / highest) * (HEIGHT - 2);
  const label = months
    .map(({ starts_on, used_hours, available_hours }) =>
      t("retainers.month_of", {
        month: monthName(starts_on, locale),
        used: formatDecimal(used_hours, locale),
        available: formatDecimal(available_hours, locale),
      }),
    )
    .join(", ");
  return (
    <svg
      className={classes.months}
      viewBox={`0 0 ${6 * STEP} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {sizes.map(({ used, available }, index) => {
        const x = (6 - sizes.length + index) * STEP;
        const within = height(Math.min(used, available));
        return (
          <g key={months[index]?.starts_on} data-now={index === sizes.length - 1 || undefined}>
            <rect x={x} y={HEIGHT - within} width={BAR_WIDTH} height={within} />
            <rect
              data-over
              x={x}
              y={HEIGHT - height(used)}
              width={BAR_WIDTH}
              height={height(used) - within}
            />
            <path d={`M${x - 1} ${HEIGHT - height(available)}h${BAR_WIDTH + 2}`} />
          </g>
        );
      })}
    </svg>
  );
}
