// Warns administrators that the last successful backup is too old, or that there is none.
import type { BackupStatus } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDateTime } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import classes from "./BackupNotice.module.css";

export function OverdueBackupBanner({ status }: { status: BackupStatus }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const { last, last_success_at: at } = status;
  return (
    <section className={classes.notice} aria-label={t("shell.overdue_backup.label")}>
      <span>
        <strong>
          {at
            ? t("shell.overdue_backup.last", { date: formatDateTime(at, locale, timezone) })
            : t("shell.overdue_backup.none")}
        </strong>{" "}
        {last?.error && t("shell.overdue_backup.failed", { reason: last.error })}{" "}
        {t("shell.overdue_backup.detail")}
      </span>
    </section>
  );
}
