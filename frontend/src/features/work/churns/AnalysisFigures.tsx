// The figures of a churn analysis, each with its formula, rows and previous period.
import type { ChurnAnalysis, MrrMovement } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { scopeNote } from "../../../ui/figures/scopeNote";
import { lossesLink, lostLink, movementsLink, runningLink } from "./analysisLinks";
import { DEDUCTED_LINES, RETENTION_LINES } from "./bridgeLines";
import { type ChurnFigure, FigureBody } from "./FigureBody";
import { lostText } from "./lostText";
import { useRateWords } from "./rateWords";

export function AnalysisFigures({ data }: { data: ChurnAnalysis }) {
  const t = useTranslate();
  const { end, gross, net } = useMrrFigures(data);
  const figures = [end, gross, net, ...useCountFigures(data)];
  return (
    <FigureCards
      figures={figures.map((figure) => ({
        label: figure.label,
        help: figure.help,
        note: scopeNote(data.scope, "all", t),
        value: <FigureBody data={data} figure={figure} />,
      }))}
    />
  );
}

/** The figures of the dashboard: MRR has its own there, and lost records open on the page. */
export function useDashboardFigures(data: ChurnAnalysis): ChurnFigure[] {
  const { gross, net } = useMrrFigures(data);
  const [clients, retainers] = useCountFigures(data, true);
  return [net, gross, ...(clients ? [clients] : []), ...(retainers ? [retainers] : [])];
}

/** The figures of MRR; `end` is the MRR at the end of the last day. */
function useMrrFigures(data: ChurnAnalysis): Record<"end" | "gross" | "net", ChurnFigure> {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, previous, months } = data;
  const words = useRateWords(bridge.later_clients);
  const end = ({ mrr_end }: typeof bridge) => ({
    text: formatMoney(mrr_end, locale),
    percent: null,
  });
  const figure = (
    name: "gross_revenue_churn" | "net_revenue_retention",
    kinds: readonly MrrMovement["kind"][],
  ) => {
    const toFigureText = ({ [name]: { percent } }: typeof bridge) => ({
      text: percent === null ? t("churns.movements.na") : formatPercent(percent, locale),
      percent,
    });
    return {
      label: words.label(name),
      help: words.help(name),
      notes: [...words.annualized(bridge[name]), ...words.apart(name)],
      moreIsBetter: name === "net_revenue_retention",
      current: toFigureText(bridge),
      previous: previous && toFigureText(previous.bridge),
      months: months.map((month) => month[name].percent),
      ...movementsLink(data, data, { kind: kinds }),
    };
  };
  return {
    end: {
      label: t("churns.movements.mrr_end"),
      help: t("churn_analysis.help.mrr_end"),
      moreIsBetter: true,
      current: end(bridge),
      previous: previous && end(previous.bridge),
      months: months.map((month) => month.mrr_end.amount),
      ...runningLink(data, data.ends_on),
    },
    gross: figure("gross_revenue_churn", DEDUCTED_LINES),
    net: figure("net_revenue_retention", RETENTION_LINES),
  };
}

/** The counts: lost clients and retainers, preventable losses. */
function useCountFigures(data: ChurnAnalysis, isOnDashboard = false): ChurnFigure[] {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, preventable, previous } = data;
  const words = useRateWords(bridge.later_clients);
  const toLostText = (name: "logo_churn" | "project_churn", { [name]: counts }: typeof bridge) => ({
    text: lostText(counts.lost, counts.at_start, counts.percent, t, locale),
    percent: counts.percent,
  });
  const toPreventableText = ({ preventable, losses, percent }: typeof data.preventable) => ({
    text:
      percent === null
        ? t("churns.movements.na")
        : lostText(preventable, losses, percent, t, locale),
    percent,
  });
  const figure = (
    name: "logo_churn" | "project_churn",
    rows: "lost-clients" | "lost-retainers",
  ) => ({
    name,
    label: words.label(name),
    help: words.help(name),
    notes: [...words.annualized(bridge[name]), ...words.apart(name)],
    moreIsBetter: false,
    current: toLostText(name, bridge),
    previous: previous && toLostText(name, previous.bridge),
    ...(bridge[name].lost > 0 || words.apart(name).length > 0
      ? lostLink(data, rows, isOnDashboard)
      : {}),
  });
  return [
    figure("logo_churn", "lost-clients"),
    figure("project_churn", "lost-retainers"),
    {
      label: t("churn_analysis.preventable"),
      help: t("churn_analysis.help.preventable_share"),
      moreIsBetter: false,
      current: toPreventableText(preventable),
      previous: previous && toPreventableText(previous.preventable),
      ...(preventable.preventable > 0 ? lossesLink(data, data, { preventable: true }) : {}),
    },
  ];
}
