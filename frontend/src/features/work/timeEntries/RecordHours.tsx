// The hours of a record, loaded when their tab is opened.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const RecordHours = lazyComponent(async () => {
  const [module] = await Promise.all([import("./RecordHoursPanel"), loadMessages("hours")]);
  return module.RecordHoursPanel;
});
