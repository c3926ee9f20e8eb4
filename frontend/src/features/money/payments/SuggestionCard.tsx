// An invoice that may bill a payment, with the reasons.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { InvoiceSuggestion } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { Badge } from "../../../ui/display/Badge";
import { DateText } from "../../../ui/display/DateText";
import { MoneyControl } from "../../../ui/form/controls/MoneyControl";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import classes from "../../../ui/ui.module.css";

type Props = { suggestion: InvoiceSuggestion; busy: boolean; onLink: (amount: string) => void };

export function SuggestionCard({ suggestion, busy, onLink }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { invoice, reasons } = suggestion;
  const [amount, setAmount] = useState<string | null>(suggestion.amount.amount);
  const isFullyAvailable = invoice.unallocated.amount === invoice.subtotal.amount;
  return (
    <section
      className={classes.card}
      aria-label={t("payments.link.invoice", { number: invoice.number })}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {t("payments.link.invoice", { number: invoice.number })}
          </Text>
          <Text size="sm" component="div">
            {t("payments.link.subtotal", { amount: formatMoney(invoice.subtotal, locale) })}
            {" · "}
            <DateText on={invoice.issued_on} />
          </Text>
          {!isFullyAvailable && (
            <Text size="sm" c="dimmed">
              {t("payments.link.unallocated", { amount: formatMoney(invoice.unallocated, locale) })}
            </Text>
          )}
          {invoice.project && (
            <Text size="sm" c="dimmed">
              {invoice.project.name}
            </Text>
          )}
        </div>
        <Button
          size="xs"
          style={{ flexShrink: 0 }}
          loading={busy}
          disabled={!amount}
          onClick={() => amount && onLink(amount)}
          aria-label={t("payments.link.confirm_named", { number: invoice.number })}
        >
          {t("payments.link.confirm")}
        </Button>
      </Group>
      <MoneyControl
        id={`amount-${invoice.api_id}`}
        label={t("payments.link.amount")}
        name={t("payments.link.amount")}
        inputName={`amount-${invoice.api_id}`}
        description={undefined}
        error={undefined}
        required={false}
        currency={suggestion.amount.currency}
        value={amount ?? ""}
        onChange={setAmount}
      />
      <ClosedMonthNote days={[invoice.issued_on]} />
      <Group gap={6} mt={8}>
        {reasons.map((reason) => (
          <Badge key={reason} tone="info">
            {label("payment_invoice_reason", reason)}
          </Badge>
        ))}
      </Group>
    </section>
  );
}
