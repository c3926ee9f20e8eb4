// The way to one's own views of a list.
import { onReach } from "../table/toolbarButton";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

export const ViewsButton = onReach<ViewsProps>(
  ViewsTrigger,
  async () => (await import("./ViewsPanel")).ViewsPanel,
);
