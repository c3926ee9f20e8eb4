// Reconnects a configured service: with its stored settings, or through QuickBooks' consent page.
import { Button, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { showToast } from "../../../lib/toasts";
import { fetchConsentUrl, reconnect, settingsQuery } from "./connectionQueries";

/** Opens QuickBooks' consent page, which redirects back. */
export async function openConsentPage(): Promise<void> {
  window.location.assign(await fetchConsentUrl());
}

export function ReconnectButton({ service }: { service: Service }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const name = serviceName(service);
  const { data: settings } = useQuery(settingsQuery(service));
  const usesConsent = service === "quickbooks";
  const mutation = useMutation({
    mutationFn: async () => {
      if (usesConsent) return openConsentPage();
      await reconnect(service);
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("connections.reconnected", { service: name }) });
    },
  });
  const isConfigured = usesConsent
    ? settings?.client_id && settings.has_client_secret
    : settings?.url && settings.has_key;
  if (!isConfigured) return null;
  return (
    <Button size="compact-md" loading={mutation.isPending} onClick={() => mutation.mutate()}>
      {t(usesConsent ? "connections.action.consent" : "connections.action.reconnect")}
      {!usesConsent && <VisuallyHidden>{` ${name}`}</VisuallyHidden>}
    </Button>
  );
}
