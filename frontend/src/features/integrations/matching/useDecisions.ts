// Runs a decision, shows its result with an undo, and refetches all data.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { translate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { showUndoToast } from "../../../ui/actions/undoToast";
import { type Decision, type DecisionSubject, decide } from "./matchCalls";

export function useDecisions() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });

  /** Shows a conflict and refetches in any case. */
  const execute = async (call: () => Promise<unknown>, showResult: () => void): Promise<void> => {
    setBusy(true);
    try {
      await call();
      showResult();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The API client shows all other errors.
      if (error.status === 409) showToast({ kind: "error", summary: error.message });
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const run = (work: () => Promise<unknown>, summary: string) =>
    execute(work, () => showToast({ kind: "success", summary }));
  const restore = (subject: DecisionSubject, name: string) =>
    run(() => decide("restored", subject), translate("matching.done.restored", { name }));
  const runReversible = (
    decision: Exclude<Decision, "restored">,
    subject: DecisionSubject,
    name: string,
  ) =>
    execute(
      () => decide(decision, subject),
      () =>
        showUndoToast(translate(`matching.done.${decision}`, { name }), () => {
          void restore(subject, name);
        }),
    );
  return { busy, run, restore, runReversible };
}
