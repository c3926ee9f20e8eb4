// The page of invoices: the list, and receivables by age.
import { useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { lazyComponent } from "../../../ui/lazyComponent";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { InvoiceTable } from "./InvoiceTable";
import { invoicesList } from "./invoicesList";

const AgingPanel = lazyComponent(async () => (await import("./AgingPanel")).AgingPanel);

const AGING = "aging";
/** Bookmarks may still have the former spelling. */
const AGING_VIEWS: unknown[] = [AGING, "ageing"];

export function InvoicesPage() {
  const t = useTranslate();
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const currentView = AGING_VIEWS.includes(view) ? AGING : "list";
  const views = [
    { id: "list", label: t("invoices.title") },
    { id: AGING, label: t("invoices.field.aging_bucket") },
  ];
  const empty = { title: t("invoices.empty.title"), detail: t("invoices.empty.detail") };
  return (
    <>
      <PageTitle actions={<LastSynchronized service="quickbooks" />}>
        {t("invoices.title")}
      </PageTitle>
      <ViewSwitch label={t("invoices.title")} views={views} current={currentView} />
      {currentView === AGING ? <AgingPanel /> : <InvoiceTable list={invoicesList} empty={empty} />}
    </>
  );
}
