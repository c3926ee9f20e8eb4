// Asks before a term is removed, and shows what the removal changes.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import type { ProjectTerm } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Consequences } from "./Consequences";

type Props = {
  id: string;
  version: number;
  name: ProjectTerm["name"];
  day: string;
  title: string;
  onClose: () => void;
};

export function RemoveTerm({ id, version, name, day, title, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const body = { name, effective_from: day };
  const mutation = useMutation({
    mutationFn: () =>
      api.post("/projects/{id}/term-removals", { ...body, version }, { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["api"] });
      showToast({ kind: "success", summary: t("terms.remove.done") });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      busy={mutation.isPending}
      title={t("terms.remove.title", { term: title })}
      detail={t("terms.remove.detail")}
      cancelLabel={t("common.cancel")}
      confirmLabel={t("terms.remove.action")}
      onCancel={onClose}
      onConfirm={() => mutation.mutate()}
    >
      <Consequences id={id} request={{ path: "/projects/{id}/term-removal-previews", body }} />
    </ConfirmDialog>
  );
}
