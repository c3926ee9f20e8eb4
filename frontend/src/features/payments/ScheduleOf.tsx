// The schedule of a project that is named by its id alone, wherever somebody makes it.
import { useQuery } from "@tanstack/react-query";
import { itemQuery } from "../../api/queries";
import type { Project } from "../../api/types";
import { ScheduleDialog } from "./ScheduleDialog";

export function ScheduleOf({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: project } = useQuery(itemQuery<Project>("/projects", id));
  return project ? <ScheduleDialog project={project} onClose={onClose} /> : null;
}
