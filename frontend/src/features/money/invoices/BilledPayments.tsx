// The scheduled payments that an invoice bills, with links to their projects.
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { PaymentAllocation } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { MoneyText } from "../../../ui/money/MoneyText";
import { paymentName } from "../../../ui/money/paymentName";
import classes from "../../../ui/ui.module.css";

export function BilledPayments({ invoiceId }: { invoiceId: string }) {
  const t = useTranslate();
  const params = { id: invoiceId };
  const { data, isError, refetch } = useQuery(dataQuery("/invoices/{id}/allocations", { params }));
  return (
    <section aria-label={t("payments.settled.title")}>
      <Text fw={600} component="h3" size="sm" mb="xs">
        {t("payments.settled.title")}
      </Text>
      {data && <AllocationsTable allocations={data} />}
      {!data && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={60} />)}
    </section>
  );
}

function AllocationsTable({ allocations }: { allocations: PaymentAllocation[] }) {
  const t = useTranslate();
  const locale = useLocale();
  if (allocations.length === 0) {
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
        { label: t("payments.field.invoiced_amount"), align: "end" },
        { label: t("payments.field.paid_amount"), align: "end" },
      ]}
      rows={allocations.map(({ payment, project, amount, paid_amount }) => ({
        key: payment.api_id,
        cells: [
          <Link
            key="name"
            to="/projects/$id/view"
            params={{ id: project.api_id }}
            search={{ tab: "payments" }}
            className={classes.link}
          >
            {t("payments.settled.of", {
              project: project.name,
              name: paymentName(payment, locale),
            })}
          </Link>,
          <MoneyText key="amount" money={amount} />,
          <MoneyText key="paid" money={paid_amount} />,
        ],
      }))}
    />
  );
}
