// So many of so many that there were at the start; of none, the number alone says something.
import type { Translate } from "../../../i18n/translate";
import { formatInteger, formatPercent } from "../../../lib/numbers";

export function lostText(
  lost: number,
  start: number,
  percent: string | null,
  t: Translate,
  locale: string,
): string {
  const counted = formatInteger(lost, locale);
  return percent === null
    ? t("churns.movements.lost_of_none", { lost: counted })
    : t("churns.movements.lost_of", {
        lost: counted,
        start: formatInteger(start, locale),
        share: formatPercent(percent, locale),
      });
}
