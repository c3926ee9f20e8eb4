// The banner of a restored copy: nothing is sent or synchronized until a super administrator confirms it.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { resourceKey } from "../../api/queries";
import type { RestoredCopy } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDateTime } from "../../lib/dates";
import { showToast } from "../../lib/toasts";
import { useCurrentUser } from "../../session/currentUser";
import { usePermissions } from "../../session/permissions";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { SystemNotice } from "./SystemNotice";

const CHANGED_PATHS = ["/backups/status", "/connections", "/exchange-rate-fetches"] as const;

function useConfirmation() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post("/backups/confirmations"),
    onSuccess: async () => {
      showToast({
        kind: "success",
        summary: t("shell.restored_copy.confirmed"),
        detail: t("shell.restored_copy.confirmed_detail"),
      });
      await Promise.all(
        CHANGED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: resourceKey(path) })),
      );
    },
  });
}

export function RestoredCopyBanner({ copy }: { copy: RestoredCopy }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { timezone, impersonator } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const confirmation = useConfirmation();
  const mayConfirm = can("backups.confirm_live") && !impersonator;
  const date = formatDateTime(copy.backup_at, locale, timezone);
  return (
    <SystemNotice
      label={t("shell.restored_copy.label")}
      title={t("shell.restored_copy.title", { date })}
      action={
        mayConfirm && (
          <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
            {t("shell.restored_copy.action")}
          </Button>
        )
      }
    >
      {t(mayConfirm ? "shell.restored_copy.detail" : "shell.restored_copy.detail_for_others")}
      <ConfirmDialog
        opened={isOpen}
        busy={confirmation.isPending}
        title={t("shell.restored_copy.question")}
        detail={t("shell.restored_copy.consequence", { date })}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("shell.restored_copy.confirm")}
        onCancel={() => setOpen(false)}
        onConfirm={() => confirmation.mutate(undefined, { onSettled: () => setOpen(false) })}
      />
    </SystemNotice>
  );
}
