// The first line of a printed page: whose it is, when it was printed, and by whom.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDateTime } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import classes from "./PrintedLine.module.css";

export function PrintedLine() {
  const t = useTranslate();
  const locale = useLocale();
  const { organization, timezone, name } = useCurrentUser();
  const [moment, setMoment] = useState<string>();
  useEffect(() => {
    const read = () => flushSync(() => setMoment(new Date().toISOString()));
    window.addEventListener("beforeprint", read);
    return () => window.removeEventListener("beforeprint", read);
  }, []);
  return (
    <p className={classes.line} data-printed-line>
      {t("shell.printed", {
        organization: organization.name,
        at: moment ? formatDateTime(moment, locale, timezone) : "",
        name,
      })}
    </p>
  );
}
