// A retainer's hours as text: remaining hours, when they run out, and the forecast.
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal } from "../../../lib/numbers";
import { dayName } from "./periodNames";

function withoutSign(hours: string): string {
  return hours.replace(/^-/, "");
}

/** Whether no hours remain. */
function isUsedUp({ left_hours, available_hours }: Burn): boolean {
  return Number(left_hours) < 0 || (Number(left_hours) === 0 && Number(available_hours) > 0);
}

export function useBurnText(burn: Burn): { left: string; runsOut: string; forecast: string } {
  const t = useTranslate();
  const locale = useLocale();
  const { left_hours, available_hours, runs_out_on, period, as_of } = burn;
  const hours = (text: string) => formatDecimal(text, locale);
  const isOver = Number(left_hours) < 0;
  const left = t(isOver ? "retainers.summary.over" : "retainers.summary.left", {
    hours: hours(withoutSign(left_hours)),
    available: hours(available_hours),
  });
  const day = runs_out_on === null ? "" : dayName(runs_out_on, locale);
  const runsOut = () => {
    if (isUsedUp(burn))
      return runs_out_on === null
        ? t("retainers.summary.used_up")
        : t("retainers.summary.ran_out", { day });
    if (as_of > period.ends_on)
      return t("retainers.summary.ended", { day: dayName(period.ends_on, locale) });
    return runs_out_on === null
      ? t("retainers.summary.lasts_all")
      : t("retainers.summary.lasts", { day });
  };
  const forecast = t("retainers.summary.forecast", {
    hours: hours(burn.forecast_hours),
    day: dayName(period.ends_on, locale),
  });
  return { left, runsOut: runsOut(), forecast };
}
