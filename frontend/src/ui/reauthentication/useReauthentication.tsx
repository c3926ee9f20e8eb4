// Defers sensitive changes until the user has confirmed their identity.

import { lazy, type ReactNode, Suspense, useState } from "react";
import { loadMessages } from "../../i18n/translate";
import { isReauthenticationNeeded } from "./reauthentication";

const ReauthenticationDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./ReauthenticationDialog"), loadMessages("profile")]);
  return { default: dialog.ReauthenticationDialog };
});

type Change = () => Promise<void>;

function isPast(instant: string | null): boolean {
  return instant === null || Date.parse(instant) <= Date.now();
}

export function useReauthentication(confirmedUntil: string | null, hasTotp: boolean) {
  const [pendingChange, setPendingChange] = useState<Change | null>(null);
  const confirmFirst = (change: Change) => setPendingChange(() => change);
  /** For changes that need a proof only in some cases, which the server decides. */
  const run = async (change: Change): Promise<void> => {
    try {
      await change();
    } catch (error) {
      // The server's clock decides, not the browser's.
      if (!isReauthenticationNeeded(error)) throw error;
      confirmFirst(change);
    }
  };
  const runConfirmed = async (change: Change): Promise<void> => {
    if (isPast(confirmedUntil)) confirmFirst(change);
    else await run(change);
  };
  const dialog: ReactNode = pendingChange && (
    <Suspense fallback={null}>
      <ReauthenticationDialog
        hasTotp={hasTotp}
        onClose={() => setPendingChange(null)}
        onConfirmed={async () => {
          setPendingChange(null);
          await run(pendingChange);
        }}
      />
    </Suspense>
  );
  return { runConfirmed, run, dialog };
}
