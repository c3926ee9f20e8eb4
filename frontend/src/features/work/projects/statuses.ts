// The life of a project: which states it can have, and which can follow which.
import type { Project, ProjectKind } from "../../../api/types";

type Status = Project["status"];

const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  draft: ["active", "cancelled"],
  active: ["on_hold", "completed", "cancelled"],
  on_hold: ["active", "completed", "cancelled"],
  completed: ["active"],
  cancelled: ["draft"],
  ended: ["active"],
  churned: [],
};

/** The present state and those that may follow it; a retainer ends where others complete. */
export function nextStatuses(kind: ProjectKind, status: Status): Status[] {
  // Nothing is known to follow a status of a newer server.
  const known: Partial<typeof NEXT> = NEXT;
  const following = [status, ...(known[status] ?? [])];
  return kind === "retainer"
    ? following.map((next) => (next === "completed" ? "ended" : next))
    : following;
}
