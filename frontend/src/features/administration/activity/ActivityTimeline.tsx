// The activity of one record or one person, loaded when its tab is opened.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const ActivityTimeline = lazyComponent(async () => {
  const [panel] = await Promise.all([import("./TimelinePanel"), loadMessages("log")]);
  return panel.TimelinePanel;
});
