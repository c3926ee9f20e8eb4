// Adds a check-in to a goal that is given by its id.
import { useQuery } from "@tanstack/react-query";
import { optionalItemQuery } from "../../../api/queries";
import { FailedDialog } from "../../../ui/dialogs/FailedDialog";
import { GoalDialogs } from "./GoalDialogs";

export function CheckInDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: goal, error, refetch } = useQuery(optionalItemQuery("/employee-goals/{id}", id));
  if (error) return <FailedDialog error={error} retry={refetch} onClose={onClose} />;
  if (!goal?.can.includes("check_in")) return null;
  return <GoalDialogs goal={goal} change="check_in" onClose={onClose} />;
}
