// Says on an empty installation how its first account is set up.
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { Notice } from "./Notice";

export const OWNER_COMMAND = "regie owner-link you@example.com";

export function NoOwner() {
  const t = useTranslate();
  return (
    <Notice kind="info">
      <strong>{t("setup.no_owner.title")}</strong> {t("setup.no_owner.text")}
      <code className={classes.command}>{OWNER_COMMAND}</code>
    </Notice>
  );
}
