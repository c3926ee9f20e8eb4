// A dash for a missing value, with the reason for screen readers.
import { useTranslate } from "../../i18n/translate";
import classes from "../ui.module.css";

export function Absent({ reason = "none" }: { reason?: "none" | "not_shown" }) {
  const t = useTranslate();
  return (
    <span className={classes.muted} data-absent>
      <span aria-hidden>—</span>
      <span className="regie-visually-hidden">{t(`ui.${reason}`)}</span>
    </span>
  );
}
