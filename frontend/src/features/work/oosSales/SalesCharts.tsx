// The charts of out-of-scope sales: by month, seller and team; a bar links to its sales.
import type { SalesAnalysis, SalesFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { BarList } from "../../../ui/charts/BarList";
import { Bars } from "../../../ui/charts/Bars";
import type { ChartData, Row } from "../../../ui/charts/chartData";
import { unconvertedColumns } from "../../../ui/charts/unconvertedColumns";
import uiClasses from "../../../ui/ui.module.css";
import { SalesStatuses } from "./SalesStatuses";
import { salesLink } from "./salesLinks";
import { areComparable, isComparable } from "./targetCoverage";

type Props = { data: SalesAnalysis; source: string };
type Grouping = "months" | "people" | "teams";

/** The index of the column with the target. */
const TARGET_COLUMN = 1;

export function SalesCharts(props: Props) {
  const { data } = props;
  const locale = useLocale();
  const t = useTranslate();
  const monthRows = data.months.map((month) => ({
    key: month.starts_on,
    label: monthOfYear(month.starts_on, locale),
    short: monthName(month.starts_on, locale),
    figure: month,
    ...(month.starts_on > data.as_of ? {} : { link: salesLink(data, {}, month) }),
  }));
  const sellerRows = data.people.map((person) => ({
    key: person.employee.api_id,
    label: person.employee.name,
    figure: person,
    link: salesLink(data, { seller: person.employee.api_id }),
  }));
  const teamRows = data.teams.map((group) => ({
    key: group.team?.api_id ?? "none",
    label: group.team?.name ?? t("oos_analysis.no_team"),
    figure: group,
    link: salesLink(data, group.team ? { team: group.team.api_id } : { has_team: false }),
  }));
  return (
    <>
      <SalesChart {...props} name="months" rows={monthRows} />
      <SalesStatuses {...props} />
      <SalesChart {...props} name="people" rows={sellerRows} />
      <SalesChart {...props} name="teams" rows={teamRows} />
    </>
  );
}

type SoldRow = Omit<Row, "cells"> & { figure: SalesFigure };

function SalesChart({
  data,
  source,
  name,
  rows,
}: Props & { name: Grouping; rows: readonly SoldRow[] }) {
  const t = useTranslate();
  const table = useChartData(data, name, rows);
  const summary = useSummary(data);
  if (rows.length === 0) return null;
  // Targets of some months are not comparable with the sales of all months.
  const figures = rows.map(({ figure }) => figure);
  const hasMark = figures.some(({ target }) => target) && areComparable(figures);
  const Chart = name === "months" ? Bars : BarList;
  return (
    <div className={uiClasses.card}>
      <Chart
        name={name}
        title={t(`oos_analysis.${name}`)}
        help={t(`oos_analysis.help.${name}`)}
        summary={summary}
        source={source}
        data={table}
        {...(hasMark ? { limit: TARGET_COLUMN } : {})}
      />
    </div>
  );
}

/** The chart's data, without empty columns. */
function useChartData(data: SalesAnalysis, name: Grouping, rows: readonly SoldRow[]): ChartData {
  const t = useTranslate();
  const unit = { kind: "money", currency: data.currency } as const;
  const figures = rows.map(({ figure }) => figure);
  const unconverted = unconvertedColumns(figures, t("oos_analysis.column.without_rate"));
  const hasTarget = figures.some(({ target }) => target);
  const hasShare = hasTarget && areComparable(figures);
  const tableOnly = true as const;
  const percent = { kind: "percent" } as const;
  return {
    rowKind: t(`oos_analysis.of.${name}`),
    columns: [
      { label: t("oos_analysis.column.sold"), unit },
      ...(hasTarget ? [{ label: t("oos_analysis.column.target"), unit, tableOnly }] : []),
      ...(hasShare ? [{ label: t("oos_analysis.column.percent"), unit: percent, tableOnly }] : []),
      { label: t("oos_analysis.column.sales"), unit: { kind: "count" }, tableOnly: true },
      ...unconverted.columns,
    ],
    rows: rows.map(({ figure, ...row }) => ({
      ...row,
      cells: [
        figure.money.amount,
        ...(hasTarget ? [figure.target?.money?.amount ?? null] : []),
        ...(hasShare ? [figure.percent] : []),
        String(figure.count),
        ...unconverted.toCells(figure),
      ],
    })),
  };
}

function useSummary(data: SalesAnalysis): string {
  const { sold } = data;
  const t = useTranslate();
  const locale = useLocale();
  const values = { money: formatMoney(sold.money, locale), sales: sold.count };
  if (!sold.target?.money || sold.percent === null || !isComparable(data))
    return t("oos_analysis.summary", values);
  const target = formatMoney(sold.target.money, locale);
  return t("oos_analysis.summary_target", {
    ...values,
    percent: formatPercent(sold.percent, locale),
    target,
  });
}
