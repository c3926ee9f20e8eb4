// All retainers by hours used, loaded when the view is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerBurns = lazyComponent(async () => (await import("./BurnTable")).BurnTable);
