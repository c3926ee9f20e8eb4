// The kinds of project, in display order.
import type { ProjectKind } from "../../../api/types";

export const PROJECT_KINDS = ["fixed", "oos", "retainer"] as const satisfies ProjectKind[];
