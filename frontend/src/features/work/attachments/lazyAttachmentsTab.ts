// The files of a record, loaded with their tab.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const AttachmentsTab = lazyComponent(async () => {
  const [tab] = await Promise.all([import("./AttachmentsTab"), loadMessages("dialogs")]);
  return tab.AttachmentsTab;
});
