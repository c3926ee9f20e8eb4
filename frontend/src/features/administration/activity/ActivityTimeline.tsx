// The activity of one record or one person, loaded when its tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const ActivityTimeline = lazyComponent(
  async () => (await import("./TimelinePanel")).TimelinePanel,
);
