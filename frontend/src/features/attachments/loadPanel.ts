// The panel of files comes with its words when its tab is opened.
import { loadWorkWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";

export const AttachmentsPanel = onDemand(async () => {
  const [{ AttachmentsPanel: Panel }] = await Promise.all([
    import("./AttachmentsPanel"),
    loadWorkWords(),
  ]);
  return Panel;
});
