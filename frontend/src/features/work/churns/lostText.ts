// "3 of 20 (15%)"; the count alone when there were none at the start.
import type { Translate } from "../../../i18n/translate";
import { formatInteger, formatPercent } from "../../../lib/numbers";

export function lostText(
  lost: number,
  start: number,
  percent: string | null,
  t: Translate,
  locale: string,
): string {
  const lostCount = formatInteger(lost, locale);
  return percent === null
    ? t("churns.movements.lost_of_none", { lost: lostCount })
    : t("churns.movements.lost_of", {
        lost: lostCount,
        start: formatInteger(start, locale),
        share: formatPercent(percent, locale),
      });
}
