// Hides the setup steps for every administrator, with an undo.
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { resourceKey } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { showUndoToast } from "../../../ui/actions/undoToast";

export function useHideSetup(): () => void {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const setHidden = async (isDismissed: boolean) => {
    await api.put("/setup-dismissal", { is_dismissed: isDismissed });
    await queryClient.invalidateQueries({ queryKey: resourceKey("/setup") });
  };
  /** The page has already shown an error of the API. */
  const run = async (isDismissed: boolean) => {
    try {
      await setHidden(isDismissed);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
  };
  return () => {
    void run(true).then((isHidden) => {
      if (!isHidden) return;
      // The button that had the focus is gone.
      document.querySelector<HTMLElement>("[data-page-title]")?.focus();
      showUndoToast(t("setup.hidden"), () => void run(false));
    });
  };
}
