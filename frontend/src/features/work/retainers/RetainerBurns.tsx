// All retainers by their burn, loaded when that view of their list is chosen.
import { onDemand } from "../../../ui/onDemand";

export const RetainerBurns = onDemand(async () => (await import("./BurnTable")).BurnTable);
