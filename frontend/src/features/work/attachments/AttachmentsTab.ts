// The files of a record, loaded when their tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const AttachmentsTab = lazyComponent(
  async () => (await import("./AttachmentsPanel")).AttachmentsPanel,
);
