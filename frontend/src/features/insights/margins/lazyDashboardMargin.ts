// The margin on the dashboard; its texts load with it.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const DashboardMargin = lazyComponent(async () => {
  const [figure] = await Promise.all([import("./DashboardMargin"), loadMessages("margin")]);
  return figure.DashboardMargin;
});
