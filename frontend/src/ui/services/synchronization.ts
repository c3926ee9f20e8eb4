// Having a service read again, now, by those who may.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client";
import { resourceKey } from "../../api/queries";
import type { Service, SyncRunRequest } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { serviceName } from "../../lib/services";
import { showToast } from "../../lib/toasts";
import { usePermissions } from "../../session/permissions";

const CHANGED = ["/connections", "/dashboard", "/sync-runs"] as const;

export function useCanSynchronize(service: Service): boolean {
  const { may } = usePermissions();
  const ofMoney = service === "quickbooks" && may("connections.run_quickbooks");
  return may("connections.run") || ofMoney;
}

/** Asks for a synchronisation; where one is under way already, that one goes on. */
export function useSynchronize(service: Service) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (how: Omit<SyncRunRequest, "service">) =>
      api.post("/sync-runs", { service, ...how }),
    onSuccess: async () => {
      const summary = t("ui.connection.started", { service: serviceName(service) });
      showToast({ kind: "success", summary });
      await Promise.all(
        CHANGED.map((path) => queryClient.invalidateQueries({ queryKey: resourceKey(path) })),
      );
    },
  });
}
