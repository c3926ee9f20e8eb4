// The button of a list's saved views.
import { loadMessages } from "../../i18n/translate";
import { loadOnHover } from "../table/toolbarButton";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

export const ViewsButton = loadOnHover<ViewsProps>(ViewsTrigger, async () => {
  const [panel] = await Promise.all([import("./ViewsPanel"), loadMessages("dialogs")]);
  return panel.ViewsPanel;
});
