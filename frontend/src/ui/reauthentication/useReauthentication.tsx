// Changes that could take an account over wait until the person has shown that it is still they who sit there.
import { lazy, type ReactNode, Suspense, useState } from "react";
import { isReauthenticationNeeded } from "./reauthentication";

const ReauthenticationDialog = lazy(async () => ({
  default: (await import("./ReauthenticationDialog")).ReauthenticationDialog,
}));

type Change = () => Promise<void>;

function isPast(instant: string | null): boolean {
  return instant === null || Date.parse(instant) <= Date.now();
}

export function useReauthentication(provedUntil: string | null, hasTotp: boolean) {
  const [waiting, setWaiting] = useState<Change | null>(null);
  const ask = (change: Change) => setWaiting(() => change);
  /** For what needs a proof only sometimes, as the server finds. */
  const run = async (change: Change): Promise<void> => {
    try {
      await change();
    } catch (error) {
      // The server's clock decides, whatever this browser's says.
      if (!isReauthenticationNeeded(error)) throw error;
      ask(change);
    }
  };
  const afterProof = async (change: Change): Promise<void> => {
    if (isPast(provedUntil)) ask(change);
    else await run(change);
  };
  const dialog: ReactNode = waiting && (
    <Suspense fallback={null}>
      <ReauthenticationDialog
        hasTotp={hasTotp}
        onClose={() => setWaiting(null)}
        onProved={async () => {
          setWaiting(null);
          await run(waiting);
        }}
      />
    </Suspense>
  );
  return { afterProof, run, dialog };
}
