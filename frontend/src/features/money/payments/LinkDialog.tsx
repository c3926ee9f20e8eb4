// Links a payment to an invoice from suggestions with reasons; opened by `?open=<id>`.
import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { dataQuery, itemQuery } from "../../../api/queries";
import type { Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { showToast } from "../../../lib/toasts";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormModal } from "../../../ui/form/FormModal";
import { paymentName } from "../../../ui/money/paymentName";
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
      {payment ? <Suggestions payment={payment} onClose={onClose} /> : <Skeleton height={240} />}
    </FormModal>
  );
}

function useLinkInvoice(payment: Payment, onClose: () => void) {
  const t = useTranslate();
  const locale = useLocale();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invoice: string) =>
      api.patch(
        `${PAYMENTS_PATH}/{id}`,
        { invoice, version: payment.version },
        { params: { id: payment.api_id }, expect: [409, 422] },
      ),
    onSuccess: () => {
      const name = paymentName(payment, locale);
      showToast({ kind: "success", summary: t("payments.done.link", { name }) });
      onClose();
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
  const amount = formatMoney(payment.amount, locale);
  const errorMessage = errorText(mutation.error);
  if (suggestions.data === undefined)
    return suggestions.isError ? (
      <LoadFailure retry={suggestions.refetch} />
    ) : (
      <Skeleton height={240} />
    );
  if (suggestions.data.length === 0)
    return (
      <EmptyState
        title={t("payments.link.none")}
        detail={t("payments.link.none_detail", { amount })}
        action={
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
        }
      />
    );
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
          key={suggestion.invoice.api_id}
          suggestion={suggestion}
          busy={mutation.isPending}
          onLink={() => mutation.mutate(suggestion.invoice.api_id)}
        />
      ))}
    </Stack>
  );
}
