// Asks before an amendment is removed.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import type { Amendment } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";

type Props = { amendment: Amendment; name: string; onClose: () => void };

export function RemoveAmendment({ amendment, name, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { api_id: id, version } = amendment;
  const mutation = useMutation({
    mutationFn: () =>
      api.delete("/project-amendments/{id}", { params: { id }, query: { version } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("amendments.remove.done") });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      busy={mutation.isPending}
      title={t("amendments.remove.title", { amendment: name })}
      detail={t("amendments.remove.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("amendments.remove.action")}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    />
  );
}
