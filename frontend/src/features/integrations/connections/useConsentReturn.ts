// Coming back from QuickBooks: its code is sent once and once only, and leaves the address bar before it is.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { translate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { type Consent, finishConsent } from "./connectionQueries";
import type { ConsentReturn } from "./connectionsSearch";

// React may draw a page twice; a code is worth one try.
const taken = new Set<string>();

function takeOnce(key: string): boolean {
  if (taken.has(key)) return false;
  taken.add(key);
  return true;
}

function consentOf({ code, state, realmId }: ConsentReturn): Consent | null {
  return code && state && realmId ? { code, state, realm_id: realmId } : null;
}

function tell(outcome: "cancelled" | "failed"): void {
  showToast({
    kind: outcome === "cancelled" ? "info" : "error",
    summary: translate(`connections.consent.${outcome}`),
    detail: translate(`connections.consent.${outcome}_detail`),
  });
}

/** Whether somebody is just coming back; true until the server has said what came of it. */
export function useConsentReturn(returned: ConsentReturn): boolean {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isFinishing, setFinishing] = useState(consentOf(returned) !== null);
  const finish = async (consent: Consent) => {
    await finishConsent(consent);
    showToast({ kind: "success", summary: translate("connections.consent.done") });
    await queryClient.invalidateQueries({ queryKey: ["api"] });
  };
  const arrive = async () => {
    const consent = consentOf(returned);
    await navigate({ to: "/admin/connections", search: {}, replace: true });
    // What the error catalogue says of a refused call is on the page already.
    if (consent) await finish(consent).catch(() => undefined);
    else tell(returned.error === "access_denied" ? "cancelled" : "failed");
    setFinishing(false);
  };
  const { code, error, state } = returned;
  const key = code ?? (error && `${error} ${state}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back is acted on once, whatever is drawn again.
  useEffect(() => {
    if (key && takeOnce(key)) void arrive();
  }, [key]);
  return isFinishing;
}
