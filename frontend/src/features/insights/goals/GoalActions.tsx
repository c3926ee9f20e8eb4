// The actions on a goal: check in, edit, start, close, reopen, delete.
import { Button, Group } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCheck,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/client";
import type { GoalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { lazyComponent } from "../../../ui/lazyComponent";
import type { GoalChange } from "./goalFields";

const GoalDialogs = lazyComponent(async () => (await import("./GoalDialogs")).GoalDialogs);

type GoalAction = GoalRow["can"][number];

type Props = {
  goal: GoalRow;
  onDeleted?: () => void;
  /** Among many goals, the action is not the biggest thing. */
  isQuiet?: boolean;
};

export function GoalActions({ goal, onDeleted, isQuiet = false }: Props) {
  const t = useTranslate();
  const [openChange, setOpenChange] = useState<GoalChange | null>(null);
  const actions = useActions(goal, setOpenChange, onDeleted);
  const available = goal.can.flatMap((action) => actions[action] ?? []);
  if (goal.can.length === 0) return null;
  return (
    <Group gap="xs">
      {goal.can.includes("check_in") && (
        <Button
          size="xs"
          variant={isQuiet ? "default" : "filled"}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => setOpenChange("check_in")}
        >
          {t("goals.do.check_in")}
        </Button>
      )}
      <RecordActions
        path="/employee-goals"
        record={{ api_id: goal.api_id, name: goal.title }}
        actions={available}
      />
      {openChange && (
        <GoalDialogs goal={goal} change={openChange} onClose={() => setOpenChange(null)} />
      )}
    </Group>
  );
}

function useActions(
  goal: GoalRow,
  openDialog: (change: GoalChange) => void,
  onDeleted?: () => void,
): Partial<Record<GoalAction, RecordAction>> {
  const t = useTranslate();
  const { api_id: id, title: name, version } = goal;
  const params = { id };
  const opens = (change: GoalChange) => ({ open: () => openDialog(change) });
  return {
    edit: { label: t("goals.do.edit"), icon: <IconPencil size={16} />, ...opens("edit") },
    activate: {
      label: t("goals.do.activate"),
      icon: <IconPlayerPlay size={16} />,
      irreversible: {
        run: () => api.patch("/employee-goals/{id}", { status: "active", version }, { params }),
        done: t("goals.done.activate", { name }),
      },
    },
    close: { label: t("goals.do.close"), icon: <IconLock size={16} />, ...opens("close") },
    reopen: {
      label: t("goals.do.reopen"),
      icon: <IconArrowBackUp size={16} />,
      ...opens("reopen"),
    },
    delete: {
      label: t("goals.do.delete"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/employee-goals/{id}", { params }),
        done: t("goals.done.delete", { name }),
        confirmation: {
          title: t("goals.delete.title", { name }),
          detail: t("goals.delete.detail"),
        },
        onDeleted: async () => onDeleted?.(),
      },
    },
  };
}
