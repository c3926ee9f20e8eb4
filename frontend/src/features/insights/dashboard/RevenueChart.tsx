// Revenue as bars: months side by side, each of its kinds; of one month, its kinds.
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Bars } from "../../../ui/charts/Bars";
import uiClasses from "../../../ui/ui.module.css";
import { amountOf, type ChartOf, countOf, rowsOf, useSource } from "./chartParts";
import { headsOf, sumOf } from "./dashboardGroups";

type KindsOf = ChartOf & { months: readonly string[]; kinds: readonly string[] };

export function RevenueChart(props: ChartOf) {
  const { figure } = props;
  const { items } = useEnumOptions();
  const months = headsOf(figure);
  const kinds = items("project_kind")
    .map(({ value }) => value)
    .filter((kind) => months.some((month) => sumOf(figure, `${month}:${kind}`)));
  const Chart = months.length > 1 ? ByMonth : ByKind;
  return (
    <div className={uiClasses.card}>
      <Chart {...props} months={months} kinds={kinds} />
    </div>
  );
}

function useShared(props: ChartOf) {
  const t = useTranslate();
  const { currency } = props.dashboard;
  return {
    chart: { name: "revenue", help: t("dashboard.revenue.help"), source: useSource(props) },
    unit: { kind: "money", currency } as const,
    records: {
      label: t("dashboard.row.records"),
      unit: { kind: "count" },
      tableOnly: true,
    } as const,
  };
}

function useWords({ dashboard, figure }: ChartOf) {
  const locale = useLocale();
  const { currency } = dashboard;
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  return {
    whole: money(figure.money?.amount ?? "0"),
    money,
    month: (month: string) => monthOfYear(`${month}-01`, locale),
    short: (month: string) => monthName(`${month}-01`, locale),
  };
}

function ByMonth({ months, kinds, ...props }: KindsOf) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { figure } = props;
  const { chart, unit, records } = useShared(props);
  const { whole, money, month: named, short } = useWords(props);
  const amount = (month: string) => amountOf(figure, month);
  const most = months.reduce((best, month) =>
    Number(amount(month)) > Number(amount(best)) ? month : best,
  );
  const words = { amount: whole, month: named(most), most: money(amount(most)) };
  return (
    <Bars
      {...chart}
      title={t("dashboard.by_month")}
      summary={t("dashboard.by_month_summary", words)}
      data={{
        rowKind: t("dashboard.month"),
        columns: [
          ...kinds.map((kind) => ({ label: label("project_kind", kind), unit })),
          { label: t("dashboard.total"), unit, tableOnly: true },
          records,
        ],
        rows: months.map((month) => ({
          key: month,
          label: named(month),
          short: short(month),
          cells: [
            ...kinds.map((kind) => amount(`${month}:${kind}`)),
            amount(month),
            countOf(figure, month),
          ],
          ...rowsOf(props, "revenue", month),
        })),
      }}
    />
  );
}

function ByKind({ months: [only = ""], kinds, ...props }: KindsOf) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { figure } = props;
  const { chart, unit, records } = useShared(props);
  const { whole, month } = useWords(props);
  return (
    <Bars
      {...chart}
      title={t("dashboard.by_kind")}
      summary={t("dashboard.by_kind_summary", { amount: whole, month: month(only) })}
      data={{
        rowKind: t("dashboard.kind"),
        columns: [{ label: t("dashboard.row.amount"), unit }, records],
        rows: kinds.map((kind) => ({
          key: kind,
          label: label("project_kind", kind),
          cells: [amountOf(figure, `${only}:${kind}`), countOf(figure, `${only}:${kind}`)],
          ...rowsOf(props, "revenue", `${only}:${kind}`),
        })),
      }}
    />
  );
}
