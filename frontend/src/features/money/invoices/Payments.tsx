// The payments of an invoice, oldest first.
import { Text } from "@mantine/core";
import type { Invoice } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { DateText } from "../../../ui/display/DateText";
import { MoneyText } from "../../../ui/money/MoneyText";

export function Payments({ payments }: { payments: Invoice["payments"] }) {
  const t = useTranslate();
  if (payments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("receivables.invoice.no_payments")}
      </Text>
    );
  }
  const oldestFirst = [...payments].sort((a, b) => a.paid_on.localeCompare(b.paid_on));
  return (
    <SmallTable
      label={t("receivables.invoice.payments")}
      heads={[
        { label: t("receivables.invoice.paid_on") },
        { label: t("receivables.invoice.reference") },
        { label: t("receivables.invoice.amount"), align: "end" },
      ]}
      rows={oldestFirst.map((payment) => ({
        key: payment.external_id,
        cells: [
          <DateText key="on" on={payment.paid_on} />,
          payment.external_id,
          <MoneyText key="amount" money={payment.amount} />,
        ],
      }))}
    />
  );
}
