// The consequences of a change, whose words load with it.
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";

export const LazyMonthConsequences = lazyComponent(async () => {
  const [{ MonthConsequences }] = await Promise.all([
    import("./MonthConsequences"),
    loadMessages("history", "terms"),
  ]);
  return MonthConsequences;
}, null);
