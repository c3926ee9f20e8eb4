// The display name of a browser: "Chrome on Windows".
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
