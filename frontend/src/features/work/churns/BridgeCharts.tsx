// The charts of MRR: the bridge from start to end, losses by month, and retention by cohort.
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays, monthName, monthOfYear } from "../../../lib/dates";
import { addDecimals, formatDifference, formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { HeatGrid } from "../../../ui/charts/HeatGrid";
import { Lines } from "../../../ui/charts/Lines";
import { Waterfall } from "../../../ui/charts/Waterfall";
import uiClasses from "../../../ui/ui.module.css";
import { movementsLink, runningLink } from "./analysisLinks";
import { DEDUCTED_LINES, LINES, type Line, TOTAL_LINES, withSign } from "./bridgeLines";
import { negate } from "./negate";

type Props = { data: ChurnAnalysis; source?: string };

const PERCENT = { kind: "percent" } as const;

/** The link to the rows of a line; exchange rate effects have no rows. */
function lineLink(data: ChurnAnalysis, line: Line) {
  const { starts_on, ends_on } = data;
  if (line === "fx") return {};
  if (line === "mrr_start") return runningLink(data, addDays(starts_on, -1));
  if (line === "mrr_end") return runningLink(data, ends_on);
  return movementsLink(data, { starts_on, ends_on }, { kind: line });
}

/** A bridge in a card of the analysis. */
export function MrrBridge(props: Props) {
  return (
    <div className={uiClasses.card}>
      <Bridge {...props} />
    </div>
  );
}

const NEUTRAL_LINES: ReadonlySet<string> = new Set(["fx"]);

export function Bridge({ data, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge, currency } = data;
  return (
    <Waterfall
      name="bridge"
      title={t("churn_analysis.bridge")}
      help={t("churn_analysis.help.mrr_bridge")}
      summary={t("churn_analysis.bridge_summary", {
        start: formatMoney(bridge.mrr_start, locale),
        end: formatMoney(bridge.mrr_end, locale),
        fx: formatDifference(bridge.fx, locale),
      })}
      source={source}
      totals={TOTAL_LINES}
      neutral={NEUTRAL_LINES}
      data={{
        rowKind: t("mrr_movements.field.kind"),
        columns: [{ label: t("mrr_movements.field.amount"), unit: { kind: "money", currency } }],
        rows: LINES.map((line) => ({
          key: line,
          label: t(`churns.movements.${line}`),
          short: t(`churn_analysis.short.${line}`),
          cells: [withSign(line, bridge[line].amount)],
          ...lineLink(data, line),
        })),
      }}
    />
  );
}

export function ChurnByMonth({ data, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { bridge } = data;
  const net = (retention: string | null) =>
    retention === null ? null : addDecimals(["100", negate(retention)]);
  const rate = (percent: string | null) =>
    percent === null ? t("churns.movements.na") : formatPercent(percent, locale);
  return (
    <div className={uiClasses.card}>
      <Lines
        name="months"
        title={t("churn_analysis.months")}
        help={t("churn_analysis.help.by_month")}
        summary={t("churn_analysis.months_summary", {
          gross: rate(bridge.gross_revenue_churn.percent),
          logos: rate(bridge.logo_churn.percent),
        })}
        source={source}
        data={{
          rowKind: t("churn_analysis.month"),
          columns: [
            { label: t("churn_analysis.gross"), unit: PERCENT },
            { label: t("churn_analysis.net"), unit: PERCENT },
            { label: t("churn_analysis.logos"), unit: PERCENT },
            { label: t("churn_analysis.projects"), unit: PERCENT, tableOnly: true },
          ],
          rows: data.months.map((month) => ({
            key: month.starts_on,
            label: monthOfYear(month.starts_on, locale),
            short: monthName(month.starts_on, locale),
            cells: [
              month.gross_revenue_churn.percent,
              net(month.net_revenue_retention.percent),
              month.logo_churn.percent,
              month.project_churn.percent,
            ],
            ...movementsLink(data, month, { kind: DEDUCTED_LINES }),
          })),
        }}
      />
    </div>
  );
}

export function Cohorts({ data, source }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { cohorts, currency } = data;
  if (cohorts.length === 0) return null;
  const maxMonths = Math.max(...cohorts.map(({ months }) => months.length));
  const clients = cohorts.reduce((sum, cohort) => sum + cohort.clients, 0);
  return (
    <div className={uiClasses.card}>
      <HeatGrid
        name="cohorts"
        title={t("churn_analysis.cohorts")}
        help={t("churn_analysis.help.cohorts")}
        summary={t("churn_analysis.cohorts_summary", { clients, count: cohorts.length })}
        source={source}
        measure={t("churn_analysis.retention")}
        data={{
          rowKind: t("churn_analysis.cohort"),
          columns: [
            { label: t("churn_analysis.clients"), unit: { kind: "count" }, tableOnly: true },
            {
              label: t("churn_analysis.month_0_mrr"),
              unit: { kind: "money", currency },
              tableOnly: true,
            },
            ...Array.from({ length: maxMonths }, (_, index) => ({
              label: t("churn_analysis.month_n", { n: index }),
              unit: PERCENT,
            })),
          ],
          rows: cohorts.map((cohort) => ({
            key: cohort.starts_on,
            label: monthOfYear(cohort.starts_on, locale),
            cells: [
              String(cohort.clients),
              cohort.months[0]?.mrr.amount ?? null,
              ...Array.from(
                { length: maxMonths },
                (_, index) => cohort.months[index]?.percent ?? null,
              ),
            ],
            ...cohortLink(data, cohort.starts_on),
          })),
        }}
      />
    </div>
  );
}

/** The movements of the cohort's first month, converted at the rate of that month's end. */
function cohortLink(data: ChurnAnalysis, first: string) {
  const month = data.months.find(({ starts_on }) => starts_on === first);
  return month === undefined ? {} : movementsLink(data, month, { cohort: true });
}
