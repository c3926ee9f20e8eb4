// The views of receivables: by client, invoice by invoice, on any day, and what is not applied.
import { useTranslate } from "../../../../i18n/translate";
import { ViewSwitch } from "../../../../ui/layout/ViewSwitch";
import { AGING_VIEW, UNAPPLIED_VIEW } from "../invoiceViews";

type Props = { current: "clients" | "list" | typeof AGING_VIEW | typeof UNAPPLIED_VIEW };

export function ReceivablesViews({ current }: Props) {
  const t = useTranslate();
  const views = [
    { id: "clients", label: t("receivables.views.clients"), to: "/receivables", search: {} },
    { id: "list", label: t("invoices.title"), to: "/invoices", search: {} },
    {
      id: AGING_VIEW,
      label: t("invoices.field.aging_bucket"),
      to: "/invoices",
      search: { view: AGING_VIEW },
    },
    {
      id: UNAPPLIED_VIEW,
      label: t("receivables.unapplied.tab"),
      to: "/invoices",
      search: { view: UNAPPLIED_VIEW },
    },
  ] as const;
  return <ViewSwitch label={t("receivables.views.label")} views={views} current={current} />;
}
