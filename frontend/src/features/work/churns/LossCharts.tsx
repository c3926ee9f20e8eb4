// The charts of losses: by reason, initiator, tenure and employee.
import type { ChurnAnalysis } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { BarList } from "../../../ui/charts/BarList";
import type { Row } from "../../../ui/charts/chartData";
import type { ListFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { lossesLink } from "./analysisLinks";
import { lostRetainers } from "./lostRetainers";

type Props = { data: ChurnAnalysis; source: string };
type LossChartProps = Props & {
  name: "reasons" | "initiated_by" | "tenures" | "employees";
  rows: readonly Row[];
  weighted?: boolean;
};

export function LossCharts(props: Props) {
  const { data } = props;
  const t = useTranslate();
  const { label } = useEnumOptions();
  const rowsOf = (
    groups: ChurnAnalysis["reasons"],
    filterBy: (value: string) => ListFilters<"/churn-events">,
    nameOf: (value: string) => string,
  ): Row[] =>
    groups.map(({ value, losses, mrr_lost }) => ({
      key: value,
      label: nameOf(value),
      cells: [mrr_lost.amount, String(losses)],
      ...lossesLink(data, data, filterBy(value)),
    }));
  const employeeRows = data.employees.map(({ employee, losses, weighted_losses, mrr_lost }) => ({
    key: employee?.api_id ?? "no_shares",
    label: employee?.name ?? t("churn_analysis.no_shares"),
    cells: [mrr_lost.amount, String(losses), weighted_losses],
    ...lossesLink(data, data, employee ? { employee: employee.api_id } : { attributed: false }),
  }));
  const tenureLabel = (value: string) => t(`churns.tenure.${value as "under_6"}`);
  return (
    <>
      <LossChart
        {...props}
        name="reasons"
        rows={rowsOf(
          data.reasons,
          (reason) => ({ reason }),
          (value) => label("churn_reason", value),
        )}
      />
      <LossChart
        {...props}
        name="initiated_by"
        rows={rowsOf(
          data.initiated_by,
          (initiated_by) => ({ initiated_by: initiated_by as "client" }),
          (value) => label("churn_initiator", value),
        )}
      />
      <LossChart
        {...props}
        name="tenures"
        rows={rowsOf(data.tenures, (tenure) => ({ tenure: tenure as "under_6" }), tenureLabel)}
      />
      <LossChart {...props} name="employees" rows={employeeRows} weighted />
    </>
  );
}

function LossChart({ data, source, name, rows, weighted = false }: LossChartProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { preventable, currency } = data;
  const unrecorded = lostRetainers(data) - preventable.losses;
  if (preventable.losses === 0 || rows.length === 0) return null;
  const summary = t("churn_analysis.losses_summary", {
    count: preventable.losses,
    money: formatMoney(preventable.mrr_lost, locale),
  });
  const unrecordedText =
    unrecorded > 0 ? ` ${t("churn_analysis.unrecorded", { count: unrecorded })}` : "";
  return (
    <div className={uiClasses.card}>
      <BarList
        name={name}
        title={t(`churn_analysis.by.${name}`)}
        help={t(`churn_analysis.help.by_${name}`)}
        summary={summary + unrecordedText}
        source={source}
        data={{
          rowKind: t(`churn_analysis.of.${name}`),
          columns: [
            { label: t("churns.totals.mrr_lost"), unit: { kind: "money", currency } },
            { label: t("churns.totals.retainers"), unit: { kind: "count" }, tableOnly: true },
            ...(weighted
              ? [
                  {
                    label: t("churn_analysis.weighted"),
                    unit: { kind: "count" } as const,
                    tableOnly: true as const,
                  },
                ]
              : []),
          ],
          rows,
        }}
      />
    </div>
  );
}
