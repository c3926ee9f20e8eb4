// The status of a period: open, or closed with time and user.
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import classes from "./Retainers.module.css";

function useStatusText({ status, precedes_ledger, locked_at, locked_by }: RetainerPeriod): string {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  if (precedes_ledger) return t("retainers.before");
  if (status === "open" || locked_at === null) return t(`retainers.status.${status}`);
  return t("retainers.locked_by", {
    when: formatDateTime(locked_at, locale, timezone),
    name: locked_by?.name ?? t("common.app_name"),
  });
}

export function PeriodStatus({ period }: { period: RetainerPeriod }) {
  const text = useStatusText(period);
  const isLocked = period.status === "locked";
  const Icon = isLocked ? IconLock : IconLockOpen;
  return (
    <span
      className={classes.state}
      data-locked={isLocked || undefined}
      role="img"
      aria-label={text}
      title={text}
    >
      <Icon size={16} aria-hidden />
    </span>
  );
}
