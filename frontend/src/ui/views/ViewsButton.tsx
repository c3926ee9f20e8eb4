// The way to one's own views of a list.
import { loadOnHover } from "../table/toolbarButton";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

export const ViewsButton = loadOnHover<ViewsProps>(
  ViewsTrigger,
  async () => (await import("./ViewsPanel")).ViewsPanel,
);
