// Starts a synchronization of every configured service that the user may synchronize.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { resourceKey } from "../../../api/queries";
import type { Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { showToast } from "../../../lib/toasts";
import { useCanSynchronize } from "../../../ui/services/synchronization";

const AFFECTED_PATHS = ["/connections", "/dashboard", "/sync-runs"] as const;

export function useSynchronizeAll() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const allowed: Record<Service, boolean> = {
    teamwork: useCanSynchronize("teamwork"),
    hubspot: useCanSynchronize("hubspot"),
    quickbooks: useCanSynchronize("quickbooks"),
  };
  const mutation = useMutation({
    mutationFn: async () => {
      const { data } = await api.get("/connections");
      const configured = data.filter(({ service, state }) => allowed[service] && state !== "off");
      await Promise.all(configured.map(({ service }) => api.post("/sync-runs", { service })));
      return configured.map(({ service }) => serviceName(service));
    },
    onSuccess: async (services) => {
      const summary = services.length
        ? t("palette.synchronise.started", { services: services.join(", ") })
        : t("palette.synchronise.none");
      showToast({ kind: services.length ? "success" : "info", summary });
      await Promise.all(
        AFFECTED_PATHS.map((path) =>
          queryClient.invalidateQueries({ queryKey: resourceKey(path) }),
        ),
      );
    },
  });
  return { isAllowed: Object.values(allowed).includes(true), run: () => mutation.mutate() };
}
