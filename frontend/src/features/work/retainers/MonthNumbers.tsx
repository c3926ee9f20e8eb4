// The figures of a retainer's last months below their chart; each month opens its hours.
import { Link } from "@tanstack/react-router";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName } from "../../../lib/dates";
import { addDecimals } from "../../../lib/money";
import { formatDecimal } from "../../../lib/numbers";
import type { ScreenLink } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Overview.module.css";
import { periodName } from "./periodNames";

const ROWS = ["base_hours", "rollover_in", "used_hours", "overage_hours", "rollover_out"] as const;
/** Balances that pass from month to month do not add up. */
const ADDED: readonly string[] = ["base_hours", "used_hours", "overage_hours"];

type Props = {
  periods: readonly RetainerPeriod[];
  linkOf: (period: RetainerPeriod) => ScreenLink;
};

export function MonthNumbers({ periods, linkOf }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <table className={classes.numbers} aria-label={t("retainers.monthly.title")}>
      <thead>
        <tr>
          <th scope="col">{t("retainer_periods.field.starts_on")}</th>
          {periods.map((period) => (
            <th key={period.api_id} scope="col">
              <Link
                {...linkOf(period)}
                className={uiClasses.link}
                title={t("retainers.monthly.open", { month: periodName(period, locale) })}
              >
                {monthName(period.starts_on, locale)}
              </Link>
            </th>
          ))}
          <th scope="col">{t("retainers.monthly.total")}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((name) => (
          <tr key={name} data-strong={name === "used_hours" || undefined}>
            <th scope="row">{t(`retainers.numbers.${name}`)}</th>
            {periods.map((period) => (
              <Hours key={period.api_id} name={name} hours={period[name]} />
            ))}
            {ADDED.includes(name) ? (
              <Hours name={name} hours={addDecimals(periods.map((period) => period[name]))} />
            ) : (
              <td />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Hours({ name, hours }: { name: string; hours: string }) {
  const locale = useLocale();
  const isZero = Number(hours) === 0;
  return (
    <td data-over={(name === "overage_hours" && !isZero) || undefined}>
      {isZero ? "–" : formatDecimal(hours, locale)}
    </td>
  );
}
