// Extra work drawn: by month against its target, by seller and team; a bar leads to its sales.
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
import { isComparable } from "./targetCoverage";

type Props = { data: SalesAnalysis; source: string };
type Kind = "months" | "people" | "teams";

/** The target's column, where there is one. */
const TARGET = 1;

export function SalesCharts(props: Props) {
  const { data } = props;
  const locale = useLocale();
  const t = useTranslate();
  const months = data.months.map((month) => ({
    key: month.starts_on,
    label: monthOfYear(month.starts_on, locale),
    short: monthName(month.starts_on, locale),
    figure: month,
    ...(month.starts_on > data.as_of ? {} : { link: salesLink(data, {}, month) }),
  }));
  const people = data.people.map((person) => ({
    key: person.employee.api_id,
    label: person.employee.name,
    figure: person,
    link: salesLink(data, { seller: person.employee.api_id }),
  }));
  const teams = data.teams.map((group) => ({
    key: group.team?.api_id ?? "none",
    label: group.team?.name ?? t("oos_analysis.no_team"),
    figure: group,
    link: salesLink(data, group.team ? { team: group.team.api_id } : { has_team: false }),
  }));
  return (
    <>
      <Sold {...props} name="months" rows={months} />
      <SalesStatuses {...props} />
      <Sold {...props} name="people" rows={people} />
      <Sold {...props} name="teams" rows={teams} />
    </>
  );
}

type SoldRow = Omit<Row, "cells"> & { figure: SalesFigure };

function Sold({ data, source, name, rows }: Props & { name: Kind; rows: readonly SoldRow[] }) {
  const t = useTranslate();
  const table = useSoldTable(data, name, rows);
  const summary = useSummary(data);
  if (rows.length === 0) return null;
  // Like the share: a target of some months is no mark on the sales of all of them.
  const hasMark =
    rows.some(({ figure }) => figure.target) && (name === "months" || isComparable(data));
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
        {...(hasMark ? { limit: TARGET } : {})}
      />
    </div>
  );
}

/** A column that would be empty is not there. */
function useSoldTable(data: SalesAnalysis, name: Kind, rows: readonly SoldRow[]): ChartData {
  const t = useTranslate();
  const unit = { kind: "money", currency: data.currency } as const;
  const figures = rows.map(({ figure }) => figure);
  const apart = unconvertedColumns(figures, t("oos_analysis.column.without_rate"));
  const hasTarget = figures.some(({ target }) => target);
  const hasShare = hasTarget && (name === "months" || isComparable(data));
  const tableOnly = true as const;
  const percent = { kind: "percent" } as const;
  return {
    rowKind: t(`oos_analysis.of.${name}`),
    columns: [
      { label: t("oos_analysis.column.sold"), unit },
      ...(hasTarget ? [{ label: t("oos_analysis.column.target"), unit, tableOnly }] : []),
      ...(hasShare ? [{ label: t("oos_analysis.column.percent"), unit: percent, tableOnly }] : []),
      { label: t("oos_analysis.column.sales"), unit: { kind: "count" }, tableOnly: true },
      ...apart.columns,
    ],
    rows: rows.map(({ figure, ...row }) => ({
      ...row,
      cells: [
        figure.money.amount,
        ...(hasTarget ? [figure.target?.money?.amount ?? null] : []),
        ...(hasShare ? [figure.percent] : []),
        String(figure.count),
        ...apart.toCells(figure),
      ],
    })),
  };
}

function useSummary(data: SalesAnalysis): string {
  const { sold } = data;
  const t = useTranslate();
  const locale = useLocale();
  const words = { money: formatMoney(sold.money, locale), sales: sold.count };
  if (!sold.target?.money || sold.percent === null || !isComparable(data))
    return t("oos_analysis.summary", words);
  const target = formatMoney(sold.target.money, locale);
  return t("oos_analysis.summary_target", {
    ...words,
    percent: formatPercent(sold.percent, locale),
    target,
  });
}
