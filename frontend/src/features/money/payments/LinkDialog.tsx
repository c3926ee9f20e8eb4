// The invoices of a payment, and invoices that may bill what is left, with reasons; opened by `?open=<id>`.
import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { dataQuery, itemQuery } from "../../../api/queries";
import type { Money, Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { showToast } from "../../../lib/toasts";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { paymentName } from "../../../ui/money/paymentName";
import { PaymentInvoices } from "./PaymentInvoices";
import { PAYMENTS_PATH } from "./paymentsList";
import { SuggestionCard } from "./SuggestionCard";

export function LinkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { data: payment } = useQuery({
    ...itemQuery(`${PAYMENTS_PATH}/{id}`, id),
    staleTime: 0,
  });
  const name = payment ? paymentName(payment, locale) : "";
  return (
    <FormModal opened title={t("payments.link.title", { name })} onClose={onClose}>
      {payment ? (
        <Stack gap="md">
          {payment.invoice && <PaymentInvoices payment={payment} />}
          {payment.can.includes("link") && <Suggestions payment={payment} onClose={onClose} />}
        </Stack>
      ) : (
        <Skeleton height={240} />
      )}
    </FormModal>
  );
}

type Choice = { invoice: string; amount: string };

function useLinkInvoice(payment: Payment, onClose: () => void) {
  const t = useTranslate();
  const locale = useLocale();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) =>
      api.post(`${PAYMENTS_PATH}/{id}/allocations`, choice, {
        params: { id: payment.api_id },
        expect: [409, 422],
      }),
    onSuccess: ({ data }) => {
      const name = paymentName(payment, locale);
      showToast({ kind: "success", summary: t("payments.done.link", { name }) });
      if (data.status !== "partially_invoiced") onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
}

/** The messages of all fields. */
function errorText(error: Error | null): string | null {
  if (!(error instanceof ApiError)) return null;
  return Object.values(error.errors).flat().join(" ") || error.message;
}

function Suggestions({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const params = { id: payment.api_id };
  const suggestions = useQuery(dataQuery(`${PAYMENTS_PATH}/{id}/invoice-suggestions`, { params }));
  const mutation = useLinkInvoice(payment, onClose);
  const amount = formatMoney(payment.open_amount, locale);
  const errorMessage = errorText(mutation.error);
  if (suggestions.data === undefined)
    return suggestions.isError ? (
      <LoadFailure retry={suggestions.refetch} />
    ) : (
      <Skeleton height={240} />
    );
  if (suggestions.data.length === 0)
    return <EmptyState title={t("payments.link.none")} detail={t("payments.link.none_detail")} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{t("payments.link.detail", { amount })}</Text>
      {errorMessage && (
        <Alert color="red" role="alert">
          {errorMessage}
        </Alert>
      )}
      {suggestions.data.map((suggestion) => (
        <SuggestionCard
          key={keyOf(suggestion.invoice.api_id, suggestion.amount)}
          suggestion={suggestion}
          busy={mutation.isPending}
          onLink={(chosen) =>
            mutation.mutate({ invoice: suggestion.invoice.api_id, amount: chosen })
          }
        />
      ))}
    </Stack>
  );
}

/** A card begins again with the amount that is left. */
function keyOf(invoice: string, { amount }: Money): string {
  return `${invoice} ${amount}`;
}
