// The files of a record, loaded when their tab is opened.
import { onDemand } from "../../../ui/onDemand";

export const AttachmentsTab = onDemand(
  async () => (await import("./AttachmentsPanel")).AttachmentsPanel,
);
