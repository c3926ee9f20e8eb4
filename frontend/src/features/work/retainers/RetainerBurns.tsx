// All retainers by hours used, loaded when the view is opened.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const RetainerBurns = lazyComponent(async () => {
  const [module] = await Promise.all([import("./BurnTable"), loadMessages("hours")]);
  return module.BurnTable;
});
