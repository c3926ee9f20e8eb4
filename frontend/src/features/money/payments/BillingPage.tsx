// What is still to invoice over all projects: what is due and late, and the way to its invoice.
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { pageQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, formatMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { toInvoiceSearch } from "../../../ui/links/toInvoice";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { listQuery } from "../../../ui/table/listSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import classes from "./Billing.module.css";
import { billingCells } from "./billingCells";
import { billingList, TO_INVOICE } from "./billingList";
import { PaymentActions } from "./PaymentActions";
import { paymentsBulk } from "./paymentsBulk";
import { PAYMENTS_PATH } from "./paymentsList";

const EditPaymentDialog = lazy(async () => ({
  default: (await import("./PaymentDialog")).EditPaymentDialog,
}));
const LinkDialog = lazy(async () => ({ default: (await import("./LinkDialog")).LinkDialog }));

type View = { id: string; label: string; panel: () => ReactNode };

type Props = { summary: ReactNode; otherViews: readonly View[] };

/** `summary` and `otherViews` are of other nouns, from the route: nouns do not import each other. */
export function BillingPage({ summary, otherViews }: Props) {
  const t = useTranslate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const payments = { id: "", label: t("billing.payments"), panel: () => <PaymentsToInvoice /> };
  const current = otherViews.find(({ id }) => id === tab) ?? payments;
  return (
    <>
      <PageTitle actions={<LastSynchronized service="quickbooks" />}>
        {t("billing.title")}
      </PageTitle>
      {summary}
      <ViewSwitch
        label={t("billing.title")}
        current={current.id}
        views={[payments, ...otherViews].map(({ id, label }) => ({
          id,
          label,
          search: id ? { tab: id } : {},
        }))}
      />
      {current.panel()}
    </>
  );
}

/** Without a filter of statuses, all that are to be invoiced. */
function useFixed() {
  const { search } = useListState(billingList);
  return search.status ? {} : TO_INVOICE;
}

function PaymentsToInvoice() {
  const t = useTranslate();
  const fixed = useFixed();
  return (
    <>
      <BillingViews />
      <Totals />
      <ResourceTable
        list={billingList}
        cells={billingCells}
        label={t("billing.title")}
        fixed={fixed}
        bulk={paymentsBulk}
        empty={{ title: t("billing.none.title"), detail: t("billing.none.detail") }}
        actions={(payment) => payment.can.length > 0 && <PaymentActions payment={payment} />}
      />
      <Dialogs />
    </>
  );
}

function BillingViews() {
  const t = useTranslate();
  const today = useToday();
  const views = [
    { id: "all", search: {} },
    { id: "late", search: toInvoiceSearch("late", today) },
    { id: "soon", search: toInvoiceSearch("soon", today) },
    { id: "later", search: toInvoiceSearch("later", today) },
    { id: "again", search: toInvoiceSearch("again", today) },
  ] as const;
  return (
    <ReadyViews
      label={t("billing.ready.label")}
      counted={{ list: billingList, fixed: TO_INVOICE }}
      views={views.map((view) => ({ ...view, label: t(`billing.ready.${view.id}`) }))}
    />
  );
}

/** The sum of the listed payments, per currency: two currencies are never added. */
function Totals() {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(billingList);
  const {
    page: _,
    per_page: __,
    sort: ___,
    ...filters
  } = listQuery(billingList, search, useFixed());
  const { data } = useQuery(pageQuery(PAYMENTS_PATH, { query: { ...filters, per_page: 1 } }));
  const sums = (data?.meta.totals ?? []).map(({ planned, ready, to_relink: again }) =>
    formatMoney(addMoney([planned, ready, again]), locale),
  );
  return (
    <p className={classes.totals} aria-live="polite">
      {data !== undefined &&
        data.meta.total > 0 &&
        t("billing.total", { amounts: sums.join(" · "), count: data.meta.total })}
    </p>
  );
}

function Dialogs() {
  const { search, close } = useListState(billingList);
  return (
    <Suspense fallback={null}>
      {search.edit && <EditPaymentDialog id={search.edit} onClose={close} />}
      {search.open && <LinkDialog id={search.open} onClose={close} />}
    </Suspense>
  );
}
