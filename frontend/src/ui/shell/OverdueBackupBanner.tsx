// Warns administrators that the last successful backup is too old, or that there is none.
import type { BackupStatus } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDateTime } from "../../lib/dates";
import { useCurrentUser } from "../../session/currentUser";
import { OperationsLink } from "./OperationsLink";
import { SystemNotice } from "./SystemNotice";

export function OverdueBackupBanner({ status }: { status: BackupStatus }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const { last, last_success_at: at } = status;
  return (
    <SystemNotice
      label={t("shell.overdue_backup.label")}
      title={
        at
          ? t("shell.overdue_backup.last", { date: formatDateTime(at, locale, timezone) })
          : t("shell.overdue_backup.none")
      }
      action={<OperationsLink />}
    >
      {last?.error && t("shell.overdue_backup.failed", { reason: last.error })}{" "}
      {t("shell.overdue_backup.detail")}
    </SystemNotice>
  );
}
