// The note about a closed month, whose words load with it.
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";

export const LazyClosedMonthNote = lazyComponent(async () => {
  const [{ ClosedMonthNote }] = await Promise.all([
    import("./ClosedMonthNote"),
    loadMessages("receivables"),
  ]);
  return ClosedMonthNote;
}, null);
