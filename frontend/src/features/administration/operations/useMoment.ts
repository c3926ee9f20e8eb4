// Formats instants in the user's language and time zone.
import { useLocale } from "../../../i18n/locale";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";

export function useMoment(): (at: string) => string {
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  return (at) => formatDateTime(at, locale, timezone);
}
