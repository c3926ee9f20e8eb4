// Applies the language of the signed-in user's account: at the start of a session, at sign-in and when it changes.
import type { CurrentUser } from "../api/types";
import { matchLocale } from "../i18n/locale";
import { chooseLocale } from "../i18n/translate";

export async function applyUserLocale(user: CurrentUser): Promise<void> {
  const locale = matchLocale(user.locale);
  if (locale) await chooseLocale(locale);
}
