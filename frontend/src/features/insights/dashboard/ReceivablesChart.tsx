// Receivables by age, in the dashboard's currency.
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDecimals, formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { AgingStrip } from "../../../ui/charts/AgingStrip";
import uiClasses from "../../../ui/ui.module.css";
import { amountOf, type ChartProps, countOf, rowsLink, useSource } from "./chartHelpers";

const CURRENT = "current";

export function ReceivablesChart(props: ChartProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { items } = useEnumOptions();
  const { dashboard, figure } = props;
  const { currency } = dashboard;
  const buckets = items("aging_bucket");
  const late = buckets.filter(({ value }) => value !== CURRENT);
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  return (
    <div className={uiClasses.card}>
      <AgingStrip
        name="receivables"
        title={t("dashboard.by_age")}
        help={t("dashboard.receivables.help")}
        summary={t("dashboard.by_age_summary", {
          amount: money(figure.money?.amount ?? "0"),
          late: money(addDecimals(late.map(({ value }) => amountOf(figure, value)))),
        })}
        source={useSource(props)}
        data={{
          rowKind: t("dashboard.age"),
          columns: [
            { label: t("dashboard.row.amount"), unit: { kind: "money", currency } },
            { label: t("dashboard.row.records"), unit: { kind: "count" }, tableOnly: true },
          ],
          rows: buckets.map(({ value, label }) => ({
            key: value,
            label,
            cells: [amountOf(figure, value), countOf(figure, value)],
            ...rowsLink(props, "receivables", value),
          })),
        }}
      />
    </div>
  );
}
