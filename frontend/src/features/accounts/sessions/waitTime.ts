// Formats a waiting time: "42 seconds", "9 min 5 s".
import type { Translate } from "../../../i18n/translate";

const MINUTE = 60;

export function waitTime(t: Translate, seconds: number): string {
  if (seconds < 2 * MINUTE) return t("login.wait.seconds", { seconds });
  const minutes = Math.floor(seconds / MINUTE);
  return t("login.wait.minutes", { minutes, seconds: seconds % MINUTE });
}
