// The statuses of a project and their transitions.
import type { Project, ProjectKind } from "../../../api/types";

type Status = Project["status"];

const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  draft: ["active", "cancelled"],
  active: ["on_hold", "completed", "cancelled"],
  on_hold: ["active", "completed", "cancelled"],
  completed: ["active"],
  cancelled: ["draft"],
  ended: ["active"],
  churned: [],
};

/** The current status and those that may follow; retainers have "ended" instead of "completed". */
export function nextStatuses(kind: ProjectKind, status: Status): Status[] {
  // A newer server may have other statuses.
  const transitions: Partial<typeof TRANSITIONS> = TRANSITIONS;
  const statuses = [status, ...(transitions[status] ?? [])];
  return kind === "retainer"
    ? statuses.map((next) => (next === "completed" ? "ended" : next))
    : statuses;
}
