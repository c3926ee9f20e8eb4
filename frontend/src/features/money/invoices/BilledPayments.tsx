// The scheduled payments that an invoice bills, with links to their projects.
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageQuery } from "../../../api/queries";
import type { Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { MoneyText } from "../../../ui/money/MoneyText";
import { PaymentStatus } from "../../../ui/money/PaymentStatus";
import { paymentName } from "../../../ui/money/paymentName";
import classes from "../../../ui/ui.module.css";

const MAX_PAYMENTS = 100;

export function BilledPayments({ invoiceId }: { invoiceId: string }) {
  const t = useTranslate();
  const query = { invoice: invoiceId, per_page: MAX_PAYMENTS, sort: "due_on" } as const;
  const { data, isError, refetch } = useQuery(pageQuery("/projects-payments", { query }));
  return (
    <section aria-label={t("payments.settled.title")}>
      <Text fw={600} component="h3" size="sm" mb="xs">
        {t("payments.settled.title")}
      </Text>
      {data && <PaymentsTable payments={data.data} />}
      {!data && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={60} />)}
    </section>
  );
}

function PaymentsTable({ payments }: { payments: Payment[] }) {
  const t = useTranslate();
  const locale = useLocale();
  if (payments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("payments.settled.none")}
      </Text>
    );
  }
  return (
    <SmallTable
      label={t("payments.settled.title")}
      heads={[
        { label: t("payments.field.name") },
        { label: t("payments.field.status") },
        { label: t("payments.field.amount"), align: "end" },
      ]}
      rows={payments.map((payment) => ({
        key: payment.api_id,
        cells: [
          <Link
            key="name"
            to="/projects/$id/view"
            params={{ id: payment.project.api_id }}
            search={{ tab: "payments" }}
            className={classes.link}
          >
            {t("payments.settled.of", {
              project: payment.project.name,
              name: paymentName(payment, locale),
            })}
          </Link>,
          <PaymentStatus key="status" payment={payment} />,
          <MoneyText key="amount" money={payment.amount} />,
        ],
      }))}
    />
  );
}
