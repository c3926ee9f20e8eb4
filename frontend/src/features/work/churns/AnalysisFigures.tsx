// What a period comes to in a few figures: each with its formula, its rows, and what it was in the days before.
import type { ChurnAnalysis, MrrMovement } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { lossesLink, lostLink, movementsLink, runningLink } from "./analysisLinks";
import { DEDUCTED_LINES, RETENTION_LINES } from "./bridgeLines";
import { type ChurnFigure, FigureBody } from "./FigureBody";
import { lostText } from "./lostText";

type Props = {
  data: ChurnAnalysis;
  /** On the dashboard, what was lost opens beside the figures, of which MRR is one already. */
  isOnBoard?: boolean;
};

export function AnalysisFigures({ data, isOnBoard = false }: Props) {
  const { end, gross, net } = useRates(data);
  const counts = useCounts(data, isOnBoard);
  const figures = [...(isOnBoard ? [] : [end]), gross, net, ...counts];
  return (
    <FigureCards
      figures={figures.map((figure) => ({
        label: figure.label,
        help: figure.help,
        value: <FigureBody data={data} figure={figure} />,
      }))}
    />
  );
}

/** What is told of MRR; its end is what runs at the close of its last day. */
export function useRates(data: ChurnAnalysis): Record<"end" | "gross" | "net", ChurnFigure> {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, previous, months } = data;
  const end = ({ mrr_end }: typeof bridge) => ({
    text: formatMoney(mrr_end, locale),
    percent: null,
  });
  const figure = (
    name: "gross_revenue_churn" | "net_revenue_retention",
    kinds: readonly MrrMovement["kind"][],
  ) => {
    const told = ({ [name]: { percent } }: typeof bridge) => ({
      text: percent === null ? t("churns.movements.na") : formatPercent(percent, locale),
      percent,
    });
    return {
      label: t(`churns.movements.${name}`),
      help: t(`churns.analysis.help.${name}`),
      now: told(bridge),
      before: told(previous.bridge),
      months: months.map((month) => month[name].percent),
      ...movementsLink(data, data, { kind: kinds }),
    };
  };
  return {
    end: {
      label: t("churns.movements.mrr_end"),
      help: t("churns.analysis.help.mrr_end"),
      now: end(bridge),
      before: end(previous.bridge),
      months: months.map((month) => month.mrr_end.amount),
      ...runningLink(data, data.ends_on),
    },
    gross: figure("gross_revenue_churn", DEDUCTED_LINES),
    net: figure("net_revenue_retention", RETENTION_LINES),
  };
}

/** What is told by number: so many of so many. */
function useCounts(data: ChurnAnalysis, isOnBoard: boolean): ChurnFigure[] {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, preventable, previous } = data;
  const lost = (name: "logo_churn" | "project_churn", { [name]: one }: typeof bridge) => ({
    text: lostText(one.lost, one.at_start, one.percent, t, locale),
    percent: one.percent,
  });
  const avoided = ({ preventable, losses, percent }: typeof data.preventable) => ({
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
    label: t(`churns.movements.${name}`),
    help: t(`churns.analysis.help.${name}`),
    now: lost(name, bridge),
    before: lost(name, previous.bridge),
    ...(bridge[name].lost > 0 ? lostLink(data, rows, isOnBoard) : {}),
  });
  return [
    figure("logo_churn", "lost-clients"),
    figure("project_churn", "lost-retainers"),
    {
      label: t("churns.analysis.preventable"),
      help: t("churns.analysis.help.preventable_share"),
      now: avoided(preventable),
      before: avoided(previous.preventable),
      ...(preventable.preventable > 0 ? lossesLink(data, data, { preventable: true }) : {}),
    },
  ];
}
