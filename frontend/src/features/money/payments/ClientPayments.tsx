// The upcoming payments of a client: totals by currency, the first few payments, the rest on demand.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { pageQuery } from "../../../api/queries";
import type { Payment, PaymentMeta } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addMoney, formatMoney } from "../../../lib/money";
import { SmallTable } from "../../../ui/details/SmallTable";
import { DateText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";
import { PaymentStatus } from "../../../ui/money/PaymentStatus";
import { paymentName } from "../../../ui/money/paymentName";
import { NamedPagination } from "../../../ui/table/NamedPagination";
import classes from "../../../ui/ui.module.css";
import { PAYMENTS_PATH } from "./paymentsList";

const PREVIEW_COUNT = 5;
const PENDING_HEIGHT = 240;
/** The maximum of the API. */
const MAX_PAYMENTS = 100;

export function ClientPaymentsPanel({ clientId }: { clientId: string }) {
  const t = useTranslate();
  /** The page of the whole list; null while only the first few are shown. */
  const [page, setPage] = useState<number | null>(null);
  const { data, isError, refetch } = useQuery(
    pageQuery(PAYMENTS_PATH, {
      query: {
        client: clientId,
        status: ["planned", "ready"],
        ...(page === null ? { per_page: PREVIEW_COUNT } : { per_page: MAX_PAYMENTS, page }),
      },
    }),
  );
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={PENDING_HEIGHT} />;
  const remaining = data.meta.total - PREVIEW_COUNT;
  return (
    <Section title={t("payments.to_come.title")}>
      {data.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("payments.to_come.none")}
        </Text>
      ) : (
        <>
          <CurrencyTotals meta={data.meta} />
          <NextPayments payments={data.data} />
          {page === null && remaining > 0 && (
            <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setPage(1)}>
              {t("payments.to_come.more", { count: remaining })}
            </Button>
          )}
          {page !== null && data.meta.total > MAX_PAYMENTS && (
            <NamedPagination
              total={Math.ceil(data.meta.total / MAX_PAYMENTS)}
              value={page}
              onChange={setPage}
            />
          )}
        </>
      )}
    </Section>
  );
}

function CurrencyTotals({ meta }: { meta: PaymentMeta }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <Text size="sm" mb="xs" component="div">
      {meta.totals.map((totals) => (
        <div key={totals.currency}>
          {t("payments.to_come.sum", {
            amount: formatMoney(addMoney([totals.planned, totals.ready]), locale),
            ready: formatMoney(totals.ready, locale),
          })}
        </div>
      ))}
    </Text>
  );
}

function NextPayments({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <SmallTable
      label={t("payments.to_come.title")}
      heads={[
        { label: t("payments.field.due_on") },
        { label: t("payments.field.project") },
        { label: t("payments.field.name") },
        { label: t("payments.field.status") },
        { label: t("payments.field.amount"), align: "end" },
      ]}
      rows={payments.map((payment) => ({
        key: payment.api_id,
        cells: [
          <DateText key="due_on" on={payment.due_on} />,
          <Link
            key="project"
            to="/projects/$id/view"
            params={{ id: payment.project.api_id }}
            search={{ tab: "payments" }}
            className={classes.link}
          >
            {payment.project.name}
          </Link>,
          paymentName(payment, locale),
          <PaymentStatus key="status" payment={payment} />,
          <MoneyText key="amount" money={payment.amount} />,
        ],
      }))}
    />
  );
}
