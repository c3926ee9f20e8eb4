// Hours in the user's language; undefined when the user may not see them.
import { useLocale } from "../../i18n/locale";
import { formatHours } from "../../lib/numbers";
import classes from "../ui.module.css";
import { Absent } from "./Absent";

export function HoursText({ hours }: { hours: string | null | undefined }) {
  const locale = useLocale();
  if (hours === undefined) return <Absent reason="not_shown" />;
  if (hours === null) return <Absent />;
  return <span className={classes.figure}>{formatHours(hours, locale)}</span>;
}
