// The words of churn rates: over several months they are those of the clients at the start, which the label says.
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";

export type RateName =
  | "logo_churn"
  | "project_churn"
  | "gross_revenue_churn"
  | "net_revenue_retention";
type Rate = { percent: string | null; annualized: string | null };
type Later = NonNullable<ChurnAnalysis["bridge"]["later_clients"]>;
/** Null for a single month; counts alone have no currency. */
type LaterClients = Omit<Later, "mrr_lost"> & Partial<Pick<Later, "mrr_lost">>;

export function useRateWords(later: LaterClients | null) {
  const t = useTranslate();
  const locale = useLocale();
  const part = later === null ? null : "of_start";
  return {
    label: (name: RateName) =>
      part ? t(`churn_analysis.${part}.label.${name}`) : t(`churns.movements.${name}`),
    help: (name: RateName) =>
      part ? t(`churn_analysis.${part}.help.${name}`) : t(`churn_analysis.help.${name}`),
    /** The rate of twelve months, unless these are twelve. */
    annualized: ({ percent, annualized }: Rate): string[] =>
      annualized === null || annualized === percent
        ? []
        : [t("churn_analysis.of_start.annualized", { percent: formatPercent(annualized, locale) })],
    /** The losses that the rate does not include. */
    apart: (name: RateName): string[] => {
      if (later === null || name === "net_revenue_retention") return [];
      if (name === "gross_revenue_churn") {
        const { mrr_lost } = later;
        return !mrr_lost || Number(mrr_lost.amount) === 0
          ? []
          : [t("churn_analysis.of_start.later_mrr", { money: formatMoney(mrr_lost, locale) })];
      }
      const count = name === "logo_churn" ? later.clients : later.retainers;
      return count === 0 ? [] : [t(`churn_analysis.of_start.later_${name}`, { count })];
    },
  };
}
