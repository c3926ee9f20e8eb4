// All retainers by their burn, loaded when that view of their list is chosen.
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerBurns = lazyComponent(async () => (await import("./BurnTable")).BurnTable);
