// Says on an empty installation how its first account is made.
import { useTranslate } from "../../../i18n/translate";
import classes from "./Login.module.css";
import { Notice } from "./Notice";

const COMMAND = "regie owner-link you@example.com";

/** The server says so in the page while it has no account. */
export function isOwnerMissing(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="regie-owner"]')?.content === "missing";
}

export function NoOwner() {
  const t = useTranslate();
  return (
    <Notice kind="info">
      <strong>{t("login.no_owner.title")}</strong> {t("login.no_owner.text")}
      <code className={classes.command}>{COMMAND}</code>
    </Notice>
  );
}
