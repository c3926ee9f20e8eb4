// The page of invoices: the list, receivables by age, and what is not applied to invoices.
import { useSearch } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { InvoiceTable } from "./InvoiceTable";
import { InvoiceTotals } from "./InvoiceTotals";
import { invoicesList } from "./invoicesList";
import { AGING_VIEW, UNAPPLIED_VIEW } from "./invoiceViews";
import { ReceivablesViews } from "./receivables/ReceivablesViews";

const AgingPanel = lazyComponent(async () => (await import("./AgingPanel")).AgingPanel);

const UnappliedPanel = lazyComponent(async () => (await import("./UnappliedPanel")).UnappliedPanel);

/** Bookmarks may still have the former spelling. */
const AGING_VIEWS: unknown[] = [AGING_VIEW, "ageing"];

const TITLES = {
  list: "invoices.title",
  [AGING_VIEW]: "receivables.title",
  [UNAPPLIED_VIEW]: "receivables.unapplied.title",
} as const;

function currentViewOf(view: unknown) {
  if (view === UNAPPLIED_VIEW) return UNAPPLIED_VIEW;
  return AGING_VIEWS.includes(view) ? AGING_VIEW : "list";
}

export function InvoicesPage() {
  const t = useTranslate();
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const currentView = currentViewOf(view);
  const empty = { title: t("invoices.empty.title"), detail: t("invoices.empty.detail") };
  return (
    <>
      <PageTitle actions={<LastSynchronized service="quickbooks" />}>
        {t(TITLES[currentView])}
      </PageTitle>
      <ReceivablesViews current={currentView} />
      {currentView === "list" && (
        <>
          <InvoiceTotals />
          <InvoiceTable list={invoicesList} empty={empty} />
        </>
      )}
      {currentView === AGING_VIEW && <AgingPanel />}
      {currentView === UNAPPLIED_VIEW && <UnappliedPanel />}
    </>
  );
}
