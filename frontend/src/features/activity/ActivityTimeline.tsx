// What happened to one record, or around one person; loaded when its tab is opened.
import { loadRareWords } from "../../i18n/translate";
import { onDemand } from "../../ui/onDemand";

export const ActivityTimeline = onDemand(async () => {
  const [module] = await Promise.all([import("./TimelinePanel"), loadRareWords()]);
  return module.TimelinePanel;
});
