// Coming back from Google: the code is sent once and once only, and leaves the address bar before it is.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { MessageKey } from "../../../i18n/keys";
import { translate } from "../../../i18n/translate";
import { readFromTab, removeFromTab, saveInTab } from "../../../lib/tabStorage";
import { showToast } from "../../../lib/toasts";
import { safeRedirect } from "../../../session/guards";
import { finishGoogle } from "./signInCalls";
import type { useCompleteSignIn } from "./useCompleteSignIn";

/** What Google adds to the address, decoded by the router already. */
export type GoogleReturn = { code?: string; state?: string; error?: string };

const TARGET = "google-target";
const REFUSED = "stores.auth.google.callback.toast.error.null.detail";
const NOT_ALLOWED = "stores.auth.google.callback.toast.error.is_email_allowed.detail";

/** The way back survives the journey in this tab's memory: Google's address has no place for it. */
export function saveGoogleTarget(target: string): void {
  saveInTab(TARGET, target);
}

function takeTarget(): string {
  const target = safeRedirect(readFromTab(TARGET));
  removeFromTab(TARGET);
  return target;
}

// React may draw a page twice; a code is worth one try.
const taken = new Set<string>();

function takeOnce(code: string): boolean {
  if (taken.has(code)) return false;
  taken.add(code);
  return true;
}

function refuse(detail: MessageKey): void {
  const summary = translate("common.toast.error.summary");
  showToast({ kind: "error", summary, detail: translate(detail) });
}

/** Whether the visitor is just coming back; true until the server has said who it is. */
export function useGoogleReturn(
  { code, state, error }: GoogleReturn,
  complete: ReturnType<typeof useCompleteSignIn>,
): boolean {
  const router = useRouter();
  const [isFinishing, setFinishing] = useState(Boolean(code && state));

  const finish = async (sentCode: string, sentState: string, target: string) => {
    const answer = await finishGoogle(sentCode, sentState);
    if (answer.user || answer.second_factor) return complete(answer.second_factor, target);
    refuse(answer.is_email_allowed === false ? NOT_ALLOWED : REFUSED);
  };
  const arrive = async () => {
    const target = takeTarget();
    const search = target === "/" ? {} : { redirect: target };
    await router.navigate({ to: "/auth/login", search, replace: true });
    if (error === "access_denied") {
      showToast({ kind: "info", summary: translate("login.google.cancelled") });
    } else if (code && state) {
      // What the error catalogue says of a failed call is on the page already.
      await finish(code, state, target).catch(() => undefined);
    } else {
      refuse(REFUSED);
    }
    setFinishing(false);
  };
  const key = code ?? (error && `${error} ${state}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back is acted on once, whatever is drawn again.
  useEffect(() => {
    if (key && takeOnce(key)) void arrive();
  }, [key]);
  return isFinishing;
}
