// Dates and instants in the user's language and zone, with the ISO value for machines.
import { useLocale } from "../../i18n/locale";
import { formatDate, formatDateTime, formatRelative } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import classes from "../ui.module.css";
import { Absent } from "./Absent";

/** A business date: the same day for everyone. */
export function DateText({ on }: { on: string | null }) {
  const locale = useLocale();
  if (on === null) return <Absent />;
  return (
    <time dateTime={on} className={classes.figure}>
      {formatDate(on, locale)}
    </time>
  );
}

/** An instant: relative while recent, with the full time on hover. */
export function RelativeText({ at }: { at: string }) {
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  return (
    <time dateTime={at} title={formatDateTime(at, locale, timezone)}>
      {formatRelative(at, locale, { timezone })}
    </time>
  );
}
