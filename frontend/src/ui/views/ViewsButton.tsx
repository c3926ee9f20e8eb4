// The button of a list's saved views.
import { loadOnHover } from "../table/toolbarButton";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

export const ViewsButton = loadOnHover<ViewsProps>(
  ViewsTrigger,
  async () => (await import("./ViewsPanel")).ViewsPanel,
);
