// Revenue as bars: by month and kind, or by kind within one month.
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Bars } from "../../../ui/charts/Bars";
import { amountOf, type ChartProps, cellLinks, countOf, rowsLink } from "./chartHelpers";
import { sumOf, topGroupsOf } from "./dashboardGroups";

type RevenueChartProps = ChartProps & { months: readonly string[]; kinds: readonly string[] };

export function RevenueChart(props: ChartProps) {
  const { figure } = props;
  const { items } = useEnumOptions();
  const months = topGroupsOf(figure);
  const kinds = items("project_kind")
    .map(({ value }) => value)
    .filter((kind) => months.some((month) => sumOf(figure, `${month}:${kind}`)));
  const Chart = months.length > 1 ? ByMonth : ByKind;
  return <Chart {...props} months={months} kinds={kinds} />;
}

function useChartParts(props: ChartProps) {
  const t = useTranslate();
  const { currency } = props.dashboard;
  return {
    chart: { name: "revenue", help: t("dashboard.revenue.help") },
    unit: { kind: "money", currency } as const,
    records: {
      label: t("dashboard.row.records"),
      unit: { kind: "count" },
      tableOnly: true,
    } as const,
  };
}

function useFormats({ dashboard, figure }: ChartProps) {
  const locale = useLocale();
  const { currency } = dashboard;
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  return {
    total: money(figure.money?.amount ?? "0"),
    money,
    formatMonth: (month: string) => monthOfYear(`${month}-01`, locale),
    formatShortMonth: (month: string) => monthName(`${month}-01`, locale),
  };
}

function ByMonth({ months, kinds, ...props }: RevenueChartProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { figure } = props;
  const { chart, unit, records } = useChartParts(props);
  const { total, money, formatMonth, formatShortMonth } = useFormats(props);
  const amount = (month: string) => amountOf(figure, month);
  const targets = new Map(
    figure.month_targets.map(({ starts_on, money: aim }) => [
      starts_on.slice(0, 7),
      aim?.amount ?? null,
    ]),
  );
  const target = { label: t("dashboard_page.by_month_target"), unit, tableOnly: true } as const;
  const hasTargets = months.some((month) => targets.has(month));
  const highestMonth = months.reduce((best, month) =>
    Number(amount(month)) > Number(amount(best)) ? month : best,
  );
  const values = {
    amount: total,
    month: formatMonth(highestMonth),
    most: money(amount(highestMonth)),
  };
  return (
    <Bars
      {...chart}
      title={t("dashboard_page.by_month")}
      summary={t("dashboard_page.by_month_summary", values)}
      {...(hasTargets ? { limit: kinds.length, isGoal: true } : {})}
      data={{
        rowKind: t("dashboard.month"),
        columns: [
          ...kinds.map((kind) => ({ label: label("project_kind", kind), unit })),
          ...(hasTargets ? [target] : []),
          { label: t("dashboard.total"), unit, tableOnly: true },
          records,
        ],
        rows: months.map((month) => ({
          key: month,
          label: formatMonth(month),
          short: formatShortMonth(month),
          cells: [
            ...kinds.map((kind) => amount(`${month}:${kind}`)),
            ...(hasTargets ? [targets.get(month) ?? null] : []),
            amount(month),
            countOf(figure, month),
          ],
          ...rowsLink(props, "revenue", month),
          ...cellLinks(
            props,
            "revenue",
            kinds.map((kind) => `${month}:${kind}`),
          ),
        })),
      }}
    />
  );
}

function ByKind({ months: [month = ""], kinds, ...props }: RevenueChartProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { figure } = props;
  const { chart, unit, records } = useChartParts(props);
  const { total, formatMonth } = useFormats(props);
  return (
    <Bars
      {...chart}
      title={t("dashboard_page.by_kind")}
      summary={t("dashboard_page.by_kind_summary", { amount: total, month: formatMonth(month) })}
      data={{
        rowKind: t("dashboard.kind"),
        columns: [{ label: t("dashboard.row.amount"), unit }, records],
        rows: kinds.map((kind) => ({
          key: kind,
          label: label("project_kind", kind),
          cells: [amountOf(figure, `${month}:${kind}`), countOf(figure, `${month}:${kind}`)],
          ...rowsLink(props, "revenue", `${month}:${kind}`),
        })),
      }}
    />
  );
}
