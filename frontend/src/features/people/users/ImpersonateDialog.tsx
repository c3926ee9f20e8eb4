// Starts an impersonation, then reloads the application.
import { Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client";
import { ImpersonationStart } from "../../../api/shapes/ImpersonationStart.gen";
import type { User } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";

type Props = { user: User; opened: boolean; onClose: () => void };

export function ImpersonateDialog({ user, opened, onClose }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const [reason, setReason] = useState("");
  const { name } = user;
  const mutation = useMutation({
    mutationFn: () =>
      api.post(
        "/impersonated-users/{id}",
        { reason: reason.trim() },
        { params: { id: user.api_id } },
      ),
    onSuccess: () => window.location.assign(router.buildLocation({ to: "/" }).publicHref),
  });
  return (
    <ConfirmDialog
      isHarmless
      isConfirmDisabled={reason.trim() === ""}
      opened={opened}
      busy={mutation.isPending || mutation.isSuccess}
      title={t("users.impersonate.title", { name })}
      detail={t("users.impersonate.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("users.impersonate.go")}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    >
      <Textarea
        mt="md"
        data-autofocus
        required
        label={t("users.impersonate.reason")}
        description={t("users.impersonate.reason_help")}
        maxLength={ImpersonationStart.limits.reason?.max}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
