// Reopens a closed period, with a reason that is logged.
import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { PeriodUnlock } from "../../../api/shapes/PeriodUnlock.gen";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { periodName } from "./periodNames";

type Props = { period: RetainerPeriod; opened: boolean; onClose: () => void };

export function UnlockDialog({ period, opened, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const name = periodName(period, useLocale());
  const isMissing = reason.trim() === "";
  const mutation = useMutation({
    mutationFn: () =>
      api.post(
        "/retainer-periods/{id}/unlocks",
        { reason: reason.trim() },
        { params: { id: period.api_id } },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("retainers.unlock.done", { period: name }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isHarmless
      opened={opened}
      busy={mutation.isPending}
      title={t("retainers.unlock.title", { period: name })}
      detail={t("retainers.unlock.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("retainers.unlock.action")}
      onCancel={onClose}
      onConfirm={() => (isMissing ? setSubmitted(true) : mutation.mutate())}
    >
      <Textarea
        mt="md"
        required
        label={t("retainer_periods.field.reason")}
        description={t("retainers.unlock.reason_help")}
        error={isSubmitted && isMissing && t("retainers.unlock.reason_needed")}
        maxLength={PeriodUnlock.limits.reason?.max}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
