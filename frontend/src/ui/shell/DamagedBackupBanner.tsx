// Warns administrators that the backup that was verified last cannot be restored.
import type { BackupStatus } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { OperationsLink } from "./OperationsLink";
import { SystemNotice } from "./SystemNotice";

type Props = { verification: NonNullable<BackupStatus["last_verification"]> };

export function DamagedBackupBanner({ verification: { backup_name: name, error } }: Props) {
  const t = useTranslate();
  return (
    <SystemNotice
      label={t("operations.issue.backup_damaged.label")}
      title={`${t("operations.issue.backup_damaged.title", { name })}.`}
      action={<OperationsLink />}
    >
      {t("operations.issue.backup_damaged.remedy", { reason: error ?? "" })}
    </SystemNotice>
  );
}
