// The three kinds of project, in the order in which they are offered.
import type { ProjectKind } from "../../../api/types";

export const PROJECT_KINDS = ["fixed", "oos", "retainer"] as const satisfies ProjectKind[];
