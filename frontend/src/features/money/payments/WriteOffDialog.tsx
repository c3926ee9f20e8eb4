// Skips or writes off a payment, with a reason that is stored and logged.
import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { PaymentUpdate } from "../../../api/shapes/PaymentUpdate.gen";
import type { Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { paymentName } from "../../../ui/money/paymentName";
import { PAYMENTS_PATH } from "./paymentsList";

export type WriteOffStatus = "skipped" | "written_off";
type Props = { payment: Payment; status: WriteOffStatus; opened: boolean; onClose: () => void };

export function WriteOffDialog({ payment, status, opened, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const name = paymentName(payment, useLocale());
  const isMissing = reason.trim() === "";
  const action = status === "skipped" ? "skip" : "write_off";
  const mutation = useMutation({
    mutationFn: () =>
      api.patch(
        `${PAYMENTS_PATH}/{id}`,
        { status, reason: reason.trim(), version: payment.version },
        { params: { id: payment.api_id }, expect: [409] },
      ),
    onSuccess: () => {
      showToast({ kind: "success", summary: t(`payments.done.${action}`, { name }) });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        showToast({ kind: "error", summary: error.message, detail: t("payments.changed") });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  return (
    <ConfirmDialog
      opened={opened}
      busy={mutation.isPending}
      title={t(`payments.${action}.title`, { name })}
      detail={t(`payments.${action}.detail`)}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(`payments.${action}.confirm`)}
      isHarmless={status === "skipped"}
      onCancel={onClose}
      onConfirm={() => (isMissing ? setSubmitted(true) : mutation.mutate())}
    >
      <Textarea
        mt="md"
        required
        label={t("payments.field.reason")}
        error={isSubmitted && isMissing && t("payments.reason_needed")}
        maxLength={PaymentUpdate.limits.reason?.max}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
