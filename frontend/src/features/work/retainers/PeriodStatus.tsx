// Whether a period is still open, or frozen: a mark that says since when and by whom.
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import classes from "./Retainers.module.css";

function useStatusWords({ status, locked_at, locked_by }: RetainerPeriod): string {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  if (status === "open" || locked_at === null) return t(`retainers.status.${status}`);
  return t("retainers.locked_by", {
    when: formatDateTime(locked_at, locale, timezone),
    name: locked_by?.name ?? t("common.app_name"),
  });
}

export function PeriodStatus({ period }: { period: RetainerPeriod }) {
  const words = useStatusWords(period);
  const locked = period.status === "locked";
  const Mark = locked ? IconLock : IconLockOpen;
  return (
    <span
      className={classes.state}
      data-locked={locked || undefined}
      role="img"
      aria-label={words}
      title={words}
    >
      <Mark size={16} aria-hidden />
    </span>
  );
}
