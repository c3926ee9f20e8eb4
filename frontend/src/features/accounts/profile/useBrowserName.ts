// "Chrome on Windows": how this page names a browser.
import { useTranslate } from "../../../i18n/translate";
import { parseUserAgent } from "./userAgent";

export function useBrowserName() {
  const t = useTranslate();
  return (agent: string): string => {
    const { browser, system } = parseUserAgent(agent);
    if (browser && system) return t("profile.sessions.browser", { browser, system });
    return browser ?? system ?? t("profile.sessions.unknown");
  };
}
