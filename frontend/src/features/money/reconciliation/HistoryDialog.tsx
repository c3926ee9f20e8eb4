// Gives up the scheduled payments of the time before Régie in one step, and reopens them.
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { dataQuery } from "../../../api/queries";
import { PaymentHistoryUpdate } from "../../../api/shapes/PaymentHistoryUpdate.gen";
import type { Body } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { useToday } from "../../../session/today";
import { showUndoToast } from "../../../ui/actions/undoToast";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { CompleteDateField } from "../../../ui/fields/CompleteDateField";

const PATH = "/payment-history";

/** Sends a change; false when the server refused it, whose message the page has shown. */
function useHistoryChange() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (body: Body<typeof PATH, "put">): Promise<boolean> => {
    setBusy(true);
    try {
      await api.put(PATH, body);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ["api"] });
      setBusy(false);
    }
  };
  return { busy, send };
}

export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const today = useToday();
  // This month is usually the first one that is invoiced with Régie.
  const [before, setBefore] = useState(`${today.slice(0, 7)}-01`);
  const [reason, setReason] = useState(t("reconciliation.history.default_reason"));
  const { data } = useQuery(dataQuery(PATH, { query: { before } }));
  const { busy, send } = useHistoryChange();
  const count = data?.open ?? 0;
  const closed = data?.closed ?? 0;
  const reopen = async (reopened: number) => {
    if (!(await send({ closed_before: null }))) return;
    const summary = t("reconciliation.history.reopened", { count: reopened });
    showToast({ kind: "success", summary });
    onClose();
  };
  const close = async () => {
    if (!(await send({ closed_before: before, reason: reason.trim() }))) return;
    showUndoToast(t("reconciliation.history.done", { count }), () => void reopen(closed + count));
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      isHarmless
      busy={busy}
      title={t("reconciliation.history.title")}
      detail={t("reconciliation.history.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("reconciliation.history.confirm")}
      isConfirmDisabled={count === 0 || reason.trim() === ""}
      onCancel={onClose}
      onConfirm={() => void close()}
    >
      <Stack gap="sm" mt="md">
        <CompleteDateField
          label={t("reconciliation.history.before")}
          value={before}
          onChoose={setBefore}
          nested
        />
        <TextInput
          required
          label={t("reconciliation.history.reason")}
          maxLength={PaymentHistoryUpdate.limits.reason?.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Text size="sm" aria-live="polite">
          {data ? t("reconciliation.history.count", { count }) : ""}
        </Text>
        {closed > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => void reopen(closed)}>
            {t("reconciliation.history.reopen", { count: closed })}
          </Button>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
