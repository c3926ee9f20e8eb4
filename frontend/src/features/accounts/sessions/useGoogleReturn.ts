// Completes a sign-in with Google: removes the code from the address bar and sends it once.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { MessageKey } from "../../../i18n/keys";
import { translate } from "../../../i18n/translate";
import { readFromTab, removeFromTab, saveInTab } from "../../../lib/tabStorage";
import { showToast } from "../../../lib/toasts";
import { safeRedirect } from "../../../session/guards";
import { completeGoogleSignIn } from "./signInCalls";
import type { useCompleteSignIn } from "./useCompleteSignIn";

/** The query parameters that Google adds, decoded by the router. */
export type GoogleReturn = { code?: string; state?: string; error?: string };

const TARGET = "google-target";
const REFUSED = "stores.auth.google.callback.toast.error.null.detail";
const NOT_ALLOWED = "stores.auth.google.callback.toast.error.is_email_allowed.detail";

/** Stored in the tab: Google's address cannot contain the redirect target. */
export function saveGoogleTarget(target: string): void {
  saveInTab(TARGET, target);
}

function consumeTarget(): string {
  const target = safeRedirect(readFromTab(TARGET));
  removeFromTab(TARGET);
  return target;
}

// React may render a page twice; a code is valid once.
const handledKeys = new Set<string>();

function isFirstUse(code: string): boolean {
  if (handledKeys.has(code)) return false;
  handledKeys.add(code);
  return true;
}

function showRefusal(detail: MessageKey): void {
  const summary = translate("common.toast.error.summary");
  showToast({ kind: "error", summary, detail: translate(detail) });
}

/** True while a return from Google is processed. */
export function useGoogleReturn(
  { code, state, error }: GoogleReturn,
  complete: ReturnType<typeof useCompleteSignIn>,
): boolean {
  const router = useRouter();
  const [isFinishing, setFinishing] = useState(Boolean(code && state));

  const finish = async (sentCode: string, sentState: string, target: string) => {
    const response = await completeGoogleSignIn(sentCode, sentState);
    if (response.user || response.second_factor) return complete(response.second_factor, target);
    showRefusal(response.is_email_allowed === false ? NOT_ALLOWED : REFUSED);
  };
  const handleReturn = async () => {
    const target = consumeTarget();
    const search = target === "/" ? {} : { redirect: target };
    await router.navigate({ to: "/auth/login", search, replace: true });
    if (error === "access_denied") {
      showToast({ kind: "info", summary: translate("login.google.cancelled") });
    } else if (code && state) {
      // The API client has already shown the error.
      await finish(code, state, target).catch(() => undefined);
    } else {
      showRefusal(REFUSED);
    }
    setFinishing(false);
  };
  const key = code ?? (error && `${error} ${state}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a return is handled once, even after further renders.
  useEffect(() => {
    if (key && isFirstUse(key)) void handleReturn();
  }, [key]);
  return isFinishing;
}
