// One goal in a drawer.
import { optionalItemQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { GoalDetail } from "./GoalDetail";

export function GoalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const {
    data: goal,
    isError,
    error,
    refetch,
  } = useQuery(optionalItemQuery("/employee-goals/{id}", id));
  return (
    <SideDrawer title={goal?.title ?? t("goals.one")} width="max(40vw, 480px)" onClose={onClose}>
      {goal && <GoalDetail goal={goal} onDeleted={onClose} />}
      {!goal &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={420} />)}
    </SideDrawer>
  );
}
