// Completes QuickBooks' consent: removes the code from the address bar and sends it once.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { translate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { type Consent, completeConsent } from "./connectionQueries";
import type { ConsentReturn } from "./connectionsSearch";

// React may render a page twice; a code is valid once.
const handledKeys = new Set<string>();

function isFirstUse(key: string): boolean {
  if (handledKeys.has(key)) return false;
  handledKeys.add(key);
  return true;
}

function toConsent({ code, state, realmId }: ConsentReturn): Consent | null {
  return code && state && realmId ? { code, state, realm_id: realmId } : null;
}

function showOutcome(outcome: "cancelled" | "failed"): void {
  showToast({
    kind: outcome === "cancelled" ? "info" : "error",
    summary: translate(`connections.consent.${outcome}`),
    detail: translate(`connections.consent.${outcome}_detail`),
  });
}

/** True while a return from QuickBooks is processed. */
export function useConsentReturn(returned: ConsentReturn): boolean {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isFinishing, setFinishing] = useState(toConsent(returned) !== null);
  const finish = async (consent: Consent) => {
    await completeConsent(consent);
    showToast({ kind: "success", summary: translate("connections.consent.done") });
    await queryClient.invalidateQueries({ queryKey: ["api"] });
  };
  const handleReturn = async () => {
    const consent = toConsent(returned);
    await navigate({ to: "/admin/connections", search: {}, replace: true });
    // The API client has already shown the error.
    if (consent) await finish(consent).catch(() => undefined);
    else showOutcome(returned.error === "access_denied" ? "cancelled" : "failed");
    setFinishing(false);
  };
  const { code, error, state } = returned;
  const key = code ?? (error && `${error} ${state}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a return is handled once, even after further renders.
  useEffect(() => {
    if (key && isFirstUse(key)) void handleReturn();
  }, [key]);
  return isFinishing;
}
