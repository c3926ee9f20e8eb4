// Ends a person's access, with what they look after in somebody else's hands.
import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import type { Ref, User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import {
  hasResponsibilities,
  ResponsibilitiesText,
  responsibilitiesQuery,
} from "./responsibilities";

type Props = { user: User; opened: boolean; onClose: () => void };

export function DeactivateDialog({ user, opened, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [heir, setHeir] = useState<Ref | null>(null);
  const { name } = user;
  const { data: responsibilities } = useQuery({
    ...responsibilitiesQuery(user.api_id),
    enabled: opened,
  });
  const deactivating = useMutation({
    mutationFn: () =>
      api.post("/deactivated-users/{id}", heir ? { successor: heir.api_id } : {}, {
        params: { id: user.api_id },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("users.deactivate.done", { name }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      busy={deactivating.isPending}
      title={t("users.deactivate.title", { name })}
      detail={t("users.deactivate.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("users.deactivate.action")}
      onCancel={onClose}
      onConfirm={() => deactivating.mutate()}
    >
      {responsibilities && (
        <Stack gap="xs" mt="md">
          <ResponsibilitiesText responsibilities={responsibilities} />
          {hasResponsibilities(responsibilities) && (
            <ReferenceSelect
              path="/account-managers"
              label={t("users.deactivate.successor")}
              name={t("users.deactivate.successor")}
              description={t("users.deactivate.successor_help", { name })}
              value={heir}
              excludedIds={[user.api_id]}
              onChange={setHeir}
            />
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
