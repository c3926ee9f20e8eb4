// Receivables by age, from the oldest to what is not due, in the dashboard's currency.
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDecimals, formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { NamedBars } from "../../../ui/charts/NamedBars";
import type { Tone } from "../../../ui/charts/steps";
import { amountOf, type ChartProps, countOf, rowsLink } from "./chartHelpers";

const CURRENT = "current";
/** The older, the darker. */
const STEPS: readonly Tone[] = [1, 2, 3, 4, 5];
const OLDEST: Tone = 5;

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
    <NamedBars
      name="receivables"
      title={t("dashboard_page.by_age")}
      help={t("dashboard.receivables.help")}
      summary={t("dashboard_page.by_age_summary", {
        amount: money(figure.money?.amount ?? "0"),
        late: money(addDecimals(late.map(({ value }) => amountOf(figure, value)))),
      })}
      tones={buckets.map((_, index) => STEPS[index] ?? OLDEST).reverse()}
      data={{
        rowKind: t("dashboard_page.age"),
        columns: [
          { label: t("dashboard.row.amount"), unit: { kind: "money", currency } },
          { label: t("dashboard.row.records"), unit: { kind: "count" }, tableOnly: true },
        ],
        rows: buckets
          .map(({ value, label }) => ({
            key: value,
            label,
            cells: [amountOf(figure, value), countOf(figure, value)],
            ...rowsLink(props, "receivables", value),
          }))
          .reverse(),
      }}
    />
  );
}
