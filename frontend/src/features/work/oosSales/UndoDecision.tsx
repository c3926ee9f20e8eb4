// The menu that removes the client's decision: the work, or the amendment, awaits approval again.
import { IconArrowBackUp } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { OosApproval } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";

export function UndoDecision({ approval }: { approval: OosApproval }) {
  const t = useTranslate();
  const { project, version, api_id, amendment } = approval;
  const path = "/oos-approvals";
  return (
    <RecordActions
      path={path}
      record={project}
      actions={[
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
