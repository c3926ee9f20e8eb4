// Starts synchronizations.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { resourceKey } from "../../api/queries";
import type { Service, SyncRunRequest } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { showToast } from "../../lib/toasts";
import { usePermissions } from "../../session/permissions";

const CHANGED_PATHS = ["/connections", "/dashboard", "/sync-runs"] as const;

export function useCanSynchronize(service: Service): boolean {
  const { can } = usePermissions();
  const canRunQuickbooks = service === "quickbooks" && can("connections.run_quickbooks");
  return can("connections.run") || canRunQuickbooks;
}

/** Starts a synchronization, or continues the running one. */
export function useSynchronize(service: Service) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: Omit<SyncRunRequest, "service">) =>
      api.post("/sync-runs", { service, ...options }),
    onSuccess: async () => {
      const summary = t("ui.connection.started", { service: serviceName(service) });
      showToast({ kind: "success", summary });
      await Promise.all(
        CHANGED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: resourceKey(path) })),
      );
    },
  });
}
