// "Chrome on Windows": how this page names a browser.
import { useTranslate } from "../../../i18n/translate";
import { readAgent } from "./agents";

export function useAgentWords() {
  const t = useTranslate();
  return (agent: string): string => {
    const { browser, system } = readAgent(agent);
    if (browser && system) return t("profile.sessions.browser", { browser, system });
    return browser ?? system ?? t("profile.sessions.unknown");
  };
}
