// The actions on an external cost: edit and delete.
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { api } from "../../../api/client";
import type { ProjectCost } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import { COSTS_PATH } from "./costsList";

type Props = { cost: ProjectCost; onEdit: () => void };

export function CostActions({ cost, onEdit }: Props) {
  const t = useTranslate();
  const { api_id: id, description: name } = cost;
  return (
    <RecordActions
      path={COSTS_PATH}
      record={{ api_id: id, name }}
      actions={[
        { label: t("margin.costs.edit"), icon: <IconPencil size={16} />, open: onEdit },
        {
          label: t("margin.costs.delete.action"),
          icon: <IconTrash size={16} />,
          danger: true,
          irreversible: {
            run: () => api.delete(`${COSTS_PATH}/{id}`, { params: { id } }),
            done: t("margin.costs.delete.done", { name }),
            confirmation: {
              title: t("margin.costs.delete.title", { name }),
              detail: t("margin.costs.delete.detail"),
            },
          },
        },
      ]}
    />
  );
}
