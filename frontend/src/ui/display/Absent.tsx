// A dash where there is nothing to show, and for those who do not see it, the reason.
import { useTranslate } from "../../i18n/translate";
import classes from "../ui.module.css";

export function Absent({ why = "none" }: { why?: "none" | "not_shown" }) {
  const t = useTranslate();
  return (
    <span className={classes.muted}>
      <span aria-hidden>—</span>
      <span className={classes.unseen}>{t(`ui.${why}`)}</span>
    </span>
  );
}
