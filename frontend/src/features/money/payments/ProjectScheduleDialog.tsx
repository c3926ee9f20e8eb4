// Creates the schedule of a project that is given by its id.
import { useQuery } from "@tanstack/react-query";
import { optionalItemQuery } from "../../../api/queries";
import { FailedDialog } from "../../../ui/dialogs/FailedDialog";
import { ScheduleDialog } from "./ScheduleDialog";

export function ProjectScheduleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: project, error, refetch } = useQuery(optionalItemQuery("/projects/{id}", id));
  if (project) return <ScheduleDialog project={project} onClose={onClose} />;
  return error && <FailedDialog error={error} retry={refetch} onClose={onClose} />;
}
