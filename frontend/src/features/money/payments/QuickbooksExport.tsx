// Exports the selected payments as the CSV file that QuickBooks imports as invoices.
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useState } from "react";
import { apiUrl } from "../../../api/client";
import type { Payment } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { isZeroMoney } from "../../../lib/money";
import { usePermissions } from "../../../session/permissions";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { FormModal } from "../../../ui/form/FormModal";

const MOST = 100;
const NUMBER = /^[A-Za-z0-9/-]{0,17}[0-9]$/;

type Props = { count: number; read: () => Promise<readonly Payment[]> };

export function QuickbooksExport({ count, read }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const [payments, setPayments] = useState<readonly Payment[]>();
  if (!can("payments.edit")) return null;
  const start = async () => {
    const found = await read();
    setPayments(found.filter(({ open_amount }) => !isZeroMoney(open_amount)));
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        disabled={count > MOST}
        title={count > MOST ? t("payment_bulk.quickbooks.too_many", { most: MOST }) : undefined}
        onClick={() => void start()}
      >
        {t("payment_bulk.quickbooks.action")}
      </Button>
      {payments && <ExportDialog payments={payments} onClose={() => setPayments(undefined)} />}
    </>
  );
}

type DialogProps = { payments: readonly Payment[]; onClose: () => void };

function ExportDialog({ payments, onClose }: DialogProps) {
  const t = useTranslate();
  const today = useToday();
  const [number, setNumber] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [issuedOn, setIssuedOn] = useState(today);
  const [taxCode, setTaxCode] = useState("");
  const isValid = NUMBER.test(number.trim());
  const href = apiUrl("/quickbooks-invoice-file", {
    query: {
      payment: payments.map(({ api_id }) => api_id),
      first_number: number.trim(),
      issued_on: issuedOn || today,
      ...(taxCode.trim() ? { tax_code: taxCode.trim() } : {}),
    },
  });
  return (
    <FormModal opened title={t("payment_bulk.quickbooks.title")} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t("payment_bulk.quickbooks.detail")}</Text>
        <Text size="sm" c="dimmed">
          {t("table.selected", { count: payments.length })}
        </Text>
        <TextInput
          data-autofocus
          required
          label={t("payment_bulk.quickbooks.first_number")}
          description={t("payment_bulk.quickbooks.number_help")}
          value={number}
          error={isChecked && !isValid ? t("payment_bulk.quickbooks.number_invalid") : undefined}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onBlur={() => setIsChecked(number !== "")}
        />
        <DateField
          label={t("payment_bulk.quickbooks.issued_on")}
          name={t("payment_bulk.quickbooks.issued_on")}
          value={issuedOn}
          onChange={setIssuedOn}
        />
        <TextInput
          label={t("payment_bulk.quickbooks.tax_code")}
          description={t("payment_bulk.quickbooks.tax_help")}
          value={taxCode}
          onChange={(event) => setTaxCode(event.currentTarget.value)}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            component="a"
            href={href}
            download
            onClick={(event) => {
              if (isValid) return onClose();
              event.preventDefault();
              setIsChecked(true);
            }}
          >
            {t("payment_bulk.quickbooks.download")}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
