// The hint below a form with dated fields; its text loads with the form.
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../lazyComponent";

export const DatedFieldsHint = lazyComponent(async () => {
  const [{ DatedFieldsNote }] = await Promise.all([
    import("./DatedFieldsNote"),
    loadMessages("terms"),
  ]);
  return DatedFieldsNote;
}, null);
