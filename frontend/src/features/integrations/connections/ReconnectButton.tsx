// Connects a service again that has all it needs: with Régie's own configuration, or by QuickBooks' consent.
import { Button, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { showToast } from "../../../lib/toasts";
import { consentAddress, reconnect, settingsQuery } from "./connectionQueries";

/** Leaves for QuickBooks' own page, which sends the browser back here. */
export async function goToConsent(): Promise<void> {
  window.location.assign(await consentAddress());
}

export function ReconnectButton({ service }: { service: Service }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const name = serviceName(service);
  const { data: settings } = useQuery(settingsQuery(service));
  const byConsent = service === "quickbooks";
  const connecting = useMutation({
    mutationFn: async () => {
      if (byConsent) return goToConsent();
      await reconnect(service);
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("connections.reconnected", { service: name }) });
    },
  });
  const ready = byConsent
    ? settings?.client_id && settings.has_client_secret
    : settings?.url && settings.has_key;
  if (!ready) return null;
  return (
    <Button size="compact-md" loading={connecting.isPending} onClick={() => connecting.mutate()}>
      {t(byConsent ? "connections.action.consent" : "connections.action.reconnect")}
      {!byConsent && <VisuallyHidden>{` ${name}`}</VisuallyHidden>}
    </Button>
  );
}
