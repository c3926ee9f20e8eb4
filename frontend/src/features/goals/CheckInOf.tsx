// The check-in on a goal that is named by its id alone, wherever somebody notes it.
import { useQuery } from "@tanstack/react-query";
import { besideQuery } from "../../api/besideQuery";
import type { Goal } from "../../api/types";
import { FailedDialog } from "../../ui/FailedDialog";
import { GoalDialogs } from "./GoalDialogs";
import { GOALS_PATH } from "./goalsList";

export function CheckInOf({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: goal, error, refetch } = useQuery(besideQuery<Goal>(GOALS_PATH, id));
  if (error) return <FailedDialog error={error} retry={refetch} onClose={onClose} />;
  if (!goal?.can.includes("check_in")) return null;
  return <GoalDialogs goal={goal} deed="check_in" onClose={onClose} />;
}
