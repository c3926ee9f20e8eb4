// Copies a text to the clipboard and reports the result.
import { translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";

export async function copyText(text: string, successMessage: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "success", summary: successMessage });
  } catch {
    // The browser refused; the user can still select the text on the screen.
    showToast({ kind: "error", summary: translate("common.toast.error.summary") });
  }
}
