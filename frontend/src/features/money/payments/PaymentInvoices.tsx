// The invoices that bill a payment, with what each of them bills and what is paid of that.
import { Button, Skeleton, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import type { Payment, PaymentAllocation } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Badge } from "../../../ui/display/Badge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import { MoneyText } from "../../../ui/money/MoneyText";
import { paymentName } from "../../../ui/money/paymentName";
import classes from "../../../ui/ui.module.css";
import { PAYMENTS_PATH } from "./paymentsList";

export function PaymentInvoices({ payment }: { payment: Payment }) {
  const t = useTranslate();
  const params = { id: payment.api_id };
  const { data, isError, refetch } = useQuery({
    ...dataQuery(`${PAYMENTS_PATH}/{id}/allocations`, { params }),
    staleTime: 0,
  });
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={80} />;
  const table = (
    <SmallTable
      label={t("payments.parts.title")}
      heads={[
        { label: t("payments.field.invoice") },
        { label: t("payments.field.invoiced_amount"), align: "end" },
        { label: t("payments.field.paid_amount"), align: "end" },
        { label: t("payments.parts.action") },
      ]}
      rows={data.map((allocation) => ({
        key: allocation.invoice.api_id,
        cells: [
          <InvoiceName key="invoice" allocation={allocation} />,
          <MoneyText key="amount" money={allocation.amount} />,
          <MoneyText key="paid" money={allocation.paid_amount} />,
          payment.can.includes("unlink") && (
            <RemoveButton key="remove" payment={payment} invoice={allocation.invoice} />
          ),
        ],
      }))}
    />
  );
  return (
    <Stack gap="xs">
      {table}
      {payment.can.includes("unlink") && (
        <ClosedMonthNote days={data.map(({ issued_on }) => issued_on)} />
      )}
    </Stack>
  );
}

type NameProps = { allocation: PaymentAllocation };

function InvoiceName({ allocation: { invoice, invoice_status } }: NameProps) {
  const { label } = useEnumOptions();
  return (
    <>
      <Link to="/invoices" search={{ open: invoice.api_id }} className={classes.link}>
        {invoice.name}
      </Link>{" "}
      {invoice_status && <Badge tone="danger">{label("invoice_status", invoice_status)}</Badge>}
    </>
  );
}

type RemoveProps = { payment: Payment; invoice: PaymentAllocation["invoice"] };

function RemoveButton({ payment, invoice }: RemoveProps) {
  const t = useTranslate();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () =>
      api.delete(`${PAYMENTS_PATH}/{id}/allocations/{invoice}`, {
        params: { id: payment.api_id, invoice: invoice.api_id },
      }),
    onSuccess: () => {
      const name = paymentName(payment, locale);
      showToast({ kind: "success", summary: t("payments.done.unlink", { name }) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
      aria-label={t("payments.parts.remove_named", { number: invoice.name })}
    >
      {t("payments.parts.remove")}
    </Button>
  );
}
