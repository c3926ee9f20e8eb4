// The menu that removes the client's decision: the work, or the amendment, awaits approval again.
import { IconArrowBackUp, IconPencil } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { OosApproval } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";

type Props = {
  approval: OosApproval;
  /** Where no button stands beside the menu. */
  onEdit?: (() => void) | undefined;
};

export function UndoDecision({ approval, onEdit }: Props) {
  const t = useTranslate();
  const { project, version, api_id, amendment } = approval;
  const path = "/oos-approvals";
  return (
    <RecordActions
      path={path}
      record={project}
      actions={[
        ...(onEdit
          ? [{ label: t("oos_sales.change"), icon: <IconPencil size={16} />, open: onEdit }]
          : []),
        {
          label: t("oos_sales.undo.action"),
          icon: <IconArrowBackUp size={16} />,
          danger: true,
          irreversible: {
            run: () => api.delete(`${path}/{id}`, { params: { id: api_id }, query: { version } }),
            done: t("oos_sales.undo.done", { name: project.name }),
            confirmation: {
              title: t("oos_sales.undo.title", { name: project.name }),
              detail: t(amendment ? "oos_sales.undo.amendment" : "oos_sales.undo.detail"),
            },
          },
        },
      ]}
    />
  );
}
