// Reconciles revenue with what was invoiced before tax, by kind of project.
import type { Dashboard, DashboardFigure } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { addDecimals } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallRows } from "../../../ui/details/SmallRows";
import { MoneyText } from "../../../ui/money/MoneyText";

const KINDS = ["retainer", "fixed", "oos", "unlinked"] as const;

/** The amounts of a figure's groups of one kind: revenue has one per month. */
function amountOf({ groups }: DashboardFigure, kind: string): string {
  const own = groups.filter(({ name }) => name === kind || name.endsWith(`:${kind}`));
  return addDecimals(own.flatMap(({ money }) => money?.amount ?? []));
}

function difference(invoiced: string, revenue: string): string {
  const negated = revenue.startsWith("-") ? revenue.slice(1) : `-${revenue}`;
  return addDecimals([invoiced, negated]);
}

export function Reconciliation({ dashboard }: { dashboard: Dashboard }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { currency } = dashboard;
  const { revenue, invoiced } = dashboard.figures;
  if (!revenue || !invoiced) return null;
  const row = (key: string, name: string, [earned, billed]: [string, string]) => ({
    key,
    cells: [
      name,
      <MoneyText key="revenue" money={{ amount: earned, currency }} />,
      <MoneyText key="invoiced" money={{ amount: billed, currency }} />,
      <MoneyText key="difference" money={{ amount: difference(billed, earned), currency }} />,
    ],
  });
  const rows = KINDS.map((kind) =>
    row(kind, kind === "unlinked" ? t("dashboard.group.unlinked") : label("project_kind", kind), [
      amountOf(revenue, kind),
      amountOf(invoiced, kind),
    ]),
  );
  const total = row("total", t("dashboard.total"), [
    revenue.money?.amount ?? "0",
    invoiced.money?.amount ?? "0",
  ]);
  return (
    <SmallRows
      label={t("dashboard_page.reconciliation.title")}
      heads={[
        { label: t("dashboard.kind") },
        { label: t("dashboard.revenue.label"), align: "end" },
        { label: t("dashboard.invoiced.label"), align: "end" },
        { label: t("dashboard_page.reconciliation.difference"), align: "end" },
      ]}
      rows={[...rows, total]}
    />
  );
}
