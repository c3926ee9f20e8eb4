// What happened to one record, or around one person; loaded when its tab is opened.
import { onDemand } from "../../../ui/onDemand";

export const ActivityTimeline = onDemand(
  async () => (await import("./TimelinePanel")).TimelinePanel,
);
