// Carries out a decision once, says what was done with the way back, and shows what is left.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { translate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { showUndoToast } from "../../../ui/actions/undoToast";
import { type Decided, type Decision, decide } from "./matchCalls";

export function useDecision() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["api"] });

  /** Why it was refused is said, and what it was refused for is shown at once. */
  const carryOut = async (work: () => Promise<unknown>, tell: () => void): Promise<void> => {
    setBusy(true);
    try {
      await work();
      tell();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Everything else has been said by then.
      if (error.status === 409) showToast({ kind: "error", summary: error.message });
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const run = (work: () => Promise<unknown>, summary: string) =>
    carryOut(work, () => showToast({ kind: "success", summary }));
  const restore = (decided: Decided, name: string) =>
    run(() => decide("restored", decided), translate("matching.done.restored", { name }));
  const runReversible = (decision: Exclude<Decision, "restored">, of: Decided, name: string) =>
    carryOut(
      () => decide(decision, of),
      () =>
        showUndoToast(translate(`matching.done.${decision}`, { name }), () => {
          void restore(of, name);
        }),
    );
  return { busy, run, restore, runReversible };
}
