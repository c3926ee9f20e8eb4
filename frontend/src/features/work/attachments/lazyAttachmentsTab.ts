// The files of a record, loaded with their tab.
import { lazyComponent } from "../../../ui/lazyComponent";

export const AttachmentsTab = lazyComponent(
  async () => (await import("./AttachmentsTab")).AttachmentsTab,
);
