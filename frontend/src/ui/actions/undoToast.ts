// Shows a success message with an undo button for eight seconds.
import { translate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";

const UNDO_SECONDS = 8;

export function showUndoToast(summary: string, undo: () => void): void {
  const action = { label: translate("common.undo"), run: undo };
  showToast({ kind: "success", summary, action, seconds: UNDO_SECONDS });
}
