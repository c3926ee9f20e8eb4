// One goal, beside the screen it was opened from.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Skeleton.css";
import { Drawer, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemQuery } from "../../api/queries";
import type { Goal } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FailedPart } from "../../ui/FailedPart";
import classes from "../../ui/ui.module.css";
import { GoalDetail } from "./GoalDetail";
import { GOALS_PATH } from "./goalsList";

export function GoalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const { data: goal, isError, refetch } = useQuery(itemQuery<Goal>(GOALS_PATH, id));
  const title = goal?.title ?? t("goals.one");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100vw, max(40vw, 480px))"
      title={title}
      classNames={{ title: classes.dialogTitle }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      {goal && <GoalDetail goal={goal} onGone={onClose} />}
      {!goal && (isError ? <FailedPart retry={refetch} /> : <Skeleton height={420} />)}
    </Drawer>
  );
}
