// Why a button that saves is disabled without a network.
import { useTranslate } from "../../i18n/translate";
import { useIsOnline } from "../../lib/connectivity";

/** The properties of the button: none while the browser is online. */
export function useOfflineReason(): { disabled?: true; title?: string } {
  const t = useTranslate();
  const isOnline = useIsOnline();
  return isOnline ? {} : { disabled: true, title: t("common.offline.detail") };
}
