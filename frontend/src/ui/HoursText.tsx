// Hours in the reader's language.
import { useLocale } from "../i18n/locale";
import { formatHours } from "../lib/numbers";
import { Absent } from "./Absent";
import classes from "./ui.module.css";

export function HoursText({ hours }: { hours: string | null }) {
  const locale = useLocale();
  if (hours === null) return <Absent />;
  return <span className={classes.figure}>{formatHours(hours, locale)}</span>;
}
