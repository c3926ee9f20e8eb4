// Skips a payment or writes it off, for a reason that stays beside it and in the log.
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
type Props = { payment: Payment; to: WriteOffStatus; opened: boolean; onClose: () => void };

export function WriteOffDialog({ payment, to, opened, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const name = paymentName(payment, useLocale());
  const missing = reason.trim() === "";
  const deed = to === "skipped" ? "skip" : "write_off";
  const saving = useMutation({
    mutationFn: () =>
      api.patch(
        `${PAYMENTS_PATH}/{id}`,
        { status: to, reason: reason.trim(), version: payment.version },
        { params: { id: payment.api_id }, expect: [409] },
      ),
    onSuccess: () => {
      showToast({ kind: "success", summary: t(`payments.done.${deed}`, { name }) });
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
      busy={saving.isPending}
      title={t(`payments.${deed}.title`, { name })}
      detail={t(`payments.${deed}.detail`)}
      cancelLabel={t("common.cancel")}
      confirmLabel={t(`payments.${deed}.confirm`)}
      isHarmless={to === "skipped"}
      onCancel={onClose}
      onConfirm={() => (missing ? setTried(true) : saving.mutate())}
    >
      <Textarea
        mt="md"
        required
        label={t("payments.field.reason")}
        error={tried && missing && t("payments.reason_needed")}
        maxLength={PaymentUpdate.limits.reason?.max}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
