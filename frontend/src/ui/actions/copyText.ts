// Puts a text on the clipboard and says so.
import { translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";

export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "success", summary: said });
  } catch {
    // The browser refused; the text is on the screen to be copied by hand.
    showToast({ kind: "error", summary: translate("common.toast.error.summary") });
  }
}
