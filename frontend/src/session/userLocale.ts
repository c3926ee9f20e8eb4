// Applies the language of the signed-in user's account.
import type { CurrentUser } from "../api/types";
import { chosenLocale, matchLocale } from "../i18n/locale";
import { chooseLocale } from "../i18n/translate";

export async function applyUserLocale(user: CurrentUser): Promise<void> {
  const locale = matchLocale(user.locale);
  if (locale) await chooseLocale(locale);
}

/** At the start of an existing session, a language chosen in this browser takes precedence over the account's. */
export async function applyUserLocaleUnlessChosen(user: CurrentUser): Promise<void> {
  const hints = { pathname: window.location.pathname, cookies: document.cookie };
  if (chosenLocale(hints) === null) await applyUserLocale(user);
}
