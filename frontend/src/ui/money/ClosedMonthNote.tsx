// The note about closed months before a link is saved; its text loads with the form.
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";

export const ClosedMonthNote = lazyComponent(async () => {
  const [{ ClosedMonths }] = await Promise.all([import("./ClosedMonths"), loadMessages("terms")]);
  return ClosedMonths;
}, null);
