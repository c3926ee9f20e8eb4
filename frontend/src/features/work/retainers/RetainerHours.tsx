// The hours of a retainer, loaded when their tab is opened.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerHours = lazyComponent(async () => {
  const [module] = await Promise.all([import("./HoursPanel"), loadMessages("hours")]);
  return module.HoursPanel;
});
