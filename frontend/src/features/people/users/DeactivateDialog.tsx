// Deactivates a user, with a successor for their open clients and projects.

import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { runIf } from "../../../api/queries";
import type { Ref, User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { hasHoldings, ResponsibilitiesText, responsibilitiesQuery } from "./responsibilities";

type Props = { user: User; opened: boolean; onClose: () => void };

export function DeactivateDialog({ user, opened, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [successor, setSuccessor] = useState<Ref | null>(null);
  const { name } = user;
  const { data: responsibilities } = useQuery({
    ...responsibilitiesQuery(user.api_id),
    ...runIf(opened),
  });
  const mutation = useMutation({
    mutationFn: () =>
      api.post("/deactivated-users/{id}", successor ? { successor: successor.api_id } : {}, {
        params: { id: user.api_id },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("users.deactivate.done", { name }) });
      onClose();
    },
  });
  const errors = mutation.error instanceof ApiError ? mutation.error.errors : {};
  return (
    <ConfirmDialog
      opened={opened}
      busy={mutation.isPending}
      title={t("users.deactivate.title", { name })}
      detail={t("users.deactivate.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("users.deactivate.action")}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    >
      {responsibilities && (
        <Stack gap="xs" mt="md">
          <ResponsibilitiesText responsibilities={responsibilities} />
          {hasHoldings(responsibilities) && (
            <ReferenceSelect
              path="/account-managers"
              label={t("users.deactivate.successor")}
              name={t("users.deactivate.successor")}
              description={t("users.deactivate.successor_help", { name })}
              value={successor}
              excludedIds={[user.api_id]}
              required={responsibilities.terms_to_come > 0}
              error={errors.successor?.join(" ")}
              onChange={setSuccessor}
            />
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
