// The day on which something was recorded, as the user's own day.
import { useLocale } from "../../i18n/locale";
import { businessDay, formatDate } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";

/** Formats an instant as a day; empty where it is not known. */
export function useRecordedOn(): (at: string | null) => string {
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  return (at) => (at === null ? "" : formatDate(businessDay(new Date(at), timezone), locale));
}
