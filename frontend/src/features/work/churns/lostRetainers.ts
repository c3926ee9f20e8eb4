// The retainers that ended in the period, including those of clients that started after it began.
import type { ChurnAnalysis } from "../../../api/types";

export function lostRetainers({ bridge }: ChurnAnalysis): number {
  return bridge.project_churn.lost + (bridge.later_clients?.retainers ?? 0);
}
