// A retainer's hours as text: remaining hours, when they run out, and the forecast.
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal, formatHours } from "../../../lib/numbers";
import { dayName, shortDay } from "./periodNames";

type BurnState = Omit<Burn, "months">;

function withoutSign(hours: string): string {
  return hours.replace(/^-/, "");
}

/** Whether no hours remain. */
export function isUsedUp({ left_hours, available_hours }: BurnState): boolean {
  return Number(left_hours) < 0 || (Number(left_hours) === 0 && Number(available_hours) > 0);
}

/** The text alternatives of a burn, and the short forms of a row. */
type BurnText = {
  left: string;
  runsOut: string;
  forecast: string;
  /** "12.5 h left" or "15.75 h over". */
  shortLeft: string;
  /** "of 13.5 h". */
  of: string;
  /** "Nov 27", "Used up Nov 5" or "All month"; null without hours. */
  lastsTo: string | null;
};

export function useBurnText(burn: BurnState): BurnText {
  const t = useTranslate();
  const locale = useLocale();
  const { left_hours, available_hours, used_hours, runs_out_on, period } = burn;
  const hours = (text: string) => formatDecimal(text, locale);
  const isOver = Number(left_hours) < 0;
  const { long, short } = useRunsOut(burn);
  const forecast = t("retainers.summary.forecast", {
    hours: hours(burn.forecast_hours),
    day: dayName(period.ends_on, locale),
  });
  if (burn.level === "unknown") {
    const used = t("retainers.row.used", { hours: formatHours(used_hours, locale) });
    const runsOut = t("retainers.summary.unknown");
    return { left: used, runsOut, forecast, shortLeft: used, of: "", lastsTo: null };
  }
  return {
    left: t(isOver ? "retainers.summary.over" : "retainers.summary.left", {
      hours: hours(withoutSign(left_hours)),
      available: hours(available_hours),
    }),
    runsOut: long(runs_out_on === null ? "" : dayName(runs_out_on, locale)),
    forecast,
    shortLeft: t(isOver ? "retainers.row.over" : "retainers.row.left", {
      hours: formatHours(withoutSign(left_hours), locale),
    }),
    of: t("retainers.row.of", { hours: formatHours(available_hours, locale) }),
    lastsTo: short(runs_out_on === null ? "" : shortDay(runs_out_on, locale)),
  };
}

/** How long the hours last, in a sentence and in a cell. */
function useRunsOut(burn: BurnState) {
  const t = useTranslate();
  const locale = useLocale();
  const { runs_out_on, period, as_of, available_hours } = burn;
  const hasDay = runs_out_on !== null;
  const hasEnded = as_of > period.ends_on;
  const long = (day: string) => {
    if (isUsedUp(burn))
      return hasDay ? t("retainers.summary.ran_out", { day }) : t("retainers.summary.used_up");
    if (hasEnded) return t("retainers.summary.ended", { day: dayName(period.ends_on, locale) });
    return hasDay ? t("retainers.summary.lasts", { day }) : t("retainers.summary.lasts_all");
  };
  const short = (day: string) => {
    if (isUsedUp(burn))
      return hasDay ? t("retainers.row.ran_out", { day }) : t("retainers.row.used_up");
    if (Number(available_hours) === 0) return null;
    if (hasEnded) return t("retainers.row.ended", { day: shortDay(period.ends_on, locale) });
    return hasDay ? day : t("retainers.row.all_month");
  };
  return { long, short };
}
