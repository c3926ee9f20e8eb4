// The buttons of a failure.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { resourceKey } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { usePermissions } from "../../../session/permissions";
import type { Failure } from "./failure";
import classes from "./Operations.module.css";

type Action = Failure["can"][number];

const CHANGED_PATHS = ["/operations", "/connections", "/sync-runs"] as const;

function useAction({ kind, id }: Failure) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: Action) => {
      if (action === "dismiss") await api.delete("/operations/mails/{id}", { params: { id } });
      else if (kind !== "job") await api.post("/operations/retries", { kind, id });
    },
    onSuccess: async (_done, action) => {
      const summary =
        action === "retry" ? "operations.failures.queued" : "operations.failures.dismissed";
      showToast({ kind: "success", summary: t(summary) });
      await Promise.all(
        CHANGED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: resourceKey(path) })),
      );
    },
  });
}

export function FailureActions({ failure, subject }: { failure: Failure; subject: string }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const mutation = useAction(failure);
  if (!can("operations.manage") || failure.can.length === 0) return null;
  return (
    <div className={classes.actions}>
      {failure.can.map((action) => (
        <Button
          key={action}
          size="compact-md"
          variant="default"
          loading={mutation.isPending}
          aria-label={t(`operations.failures.${action}_of`, { subject })}
          onClick={() => mutation.mutate(action)}
        >
          {t(`operations.failures.${action}`)}
        </Button>
      ))}
    </div>
  );
}
