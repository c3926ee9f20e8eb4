// Has every outside service read again that the reader may have read, and that is set up.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { resourceKey } from "../../../api/queries";
import type { Service } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { showToast } from "../../../lib/toasts";
import { useCanSynchronize } from "../../../ui/services/synchronization";

const CHANGED = ["/connections", "/dashboard", "/sync-runs"] as const;

export function useSynchronizeAll() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const allowed: Record<Service, boolean> = {
    teamwork: useCanSynchronize("teamwork"),
    hubspot: useCanSynchronize("hubspot"),
    quickbooks: useCanSynchronize("quickbooks"),
  };
  const running = useMutation({
    mutationFn: async () => {
      const { data } = await api.get("/connections");
      const ready = data.filter(({ service, state }) => allowed[service] && state !== "off");
      await Promise.all(ready.map(({ service }) => api.post("/sync-runs", { service })));
      return ready.map(({ service }) => serviceName(service));
    },
    onSuccess: async (services) => {
      const summary = services.length
        ? t("palette.synchronise.started", { services: services.join(", ") })
        : t("palette.synchronise.none");
      showToast({ kind: services.length ? "success" : "info", summary });
      await Promise.all(
        CHANGED.map((path) => queryClient.invalidateQueries({ queryKey: resourceKey(path) })),
      );
    },
  });
  return { offered: Object.values(allowed).includes(true), run: () => running.mutate() };
}
