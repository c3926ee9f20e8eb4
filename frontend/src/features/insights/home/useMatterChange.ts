// Snoozes, assigns, dismisses and completes matters of the triage list, each with an undo.
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { resourceKey } from "../../../api/queries";
import type { Ref, TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { showUndoToast } from "../../../ui/actions/undoToast";

/** The page has already shown an error of the API. */
function run(change: () => Promise<void>): void {
  change().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

export function useMatterChange() {
  const t = useTranslate();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: resourceKey("/triage") });
  const nameOf = (row: TriageRow) => row.client?.name ?? row.name ?? "";

  const setSnooze = async ({ kind, record }: TriageRow, until: string | null) => {
    await api.put("/triage-snooze", { kind, record, until });
    await refresh();
  };
  const snooze = async (row: TriageRow, until: string | null, onLeave: () => void) => {
    onLeave();
    await setSnooze(row, until);
    const name = nameOf(row);
    const text = until
      ? t("home.triage.snoozed", { name, date: formatDate(until, locale) })
      : t("home.triage.unsnoozed", { name });
    showUndoToast(text, () => run(() => setSnooze(row, row.snoozed_until)));
  };

  const setAssignee = async ({ kind, record, version }: TriageRow, user: string | null) => {
    const body = { kind, record, user, version };
    const { data } = await api.put("/triage-assignment", body);
    await refresh();
    return data;
  };
  const assign = async (row: TriageRow, user: Ref | null) => {
    const changed = await setAssignee(row, user?.api_id ?? null);
    const name = nameOf(row);
    const text = user
      ? t("home.triage.assigned", { name, user: user.name })
      : t("home.triage.unassigned", { name });
    const before = row.is_assigned ? (row.owner?.api_id ?? null) : null;
    showUndoToast(text, () =>
      run(async () => {
        await setAssignee(changed, before);
      }),
    );
  };

  const setDismissed = async (deals: readonly string[], dismissed: boolean) => {
    await api.put("/triage-dismissals", { deals: [...deals], dismissed });
    await refresh();
  };
  const dismiss = async (deals: readonly string[]) => {
    await setDismissed(deals, true);
    const text = t("home.triage.dismissed", { count: deals.length });
    showUndoToast(text, () => run(() => setDismissed(deals, false)));
  };

  const setStepDone = async ({ client, record }: TriageRow, done: boolean) => {
    if (client === null) return;
    const params = { id: client.api_id, note_id: record };
    await api.patch("/clients/{id}/notes/{note_id}", { done }, { params });
    await queryClient.invalidateQueries({ queryKey: ["api"] });
  };
  const completeStep = async (row: TriageRow, onLeave: () => void) => {
    onLeave();
    await setStepDone(row, true);
    showUndoToast(t("home.triage.step.completed", { step: row.name ?? "" }), () =>
      run(() => setStepDone(row, false)),
    );
  };
  return {
    completeStep: (row: TriageRow, onLeave: () => void) => run(() => completeStep(row, onLeave)),
    snooze: (row: TriageRow, until: string | null, onLeave: () => void) =>
      run(() => snooze(row, until, onLeave)),
    assign: (row: TriageRow, user: Ref | null) => run(() => assign(row, user)),
    dismiss: (deals: readonly string[]) => run(() => dismiss(deals)),
  };
}
