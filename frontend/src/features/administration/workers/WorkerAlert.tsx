// Since when no worker has been running, what waits for it, and how to start one.
import "@mantine/core/styles/Code.css";
import { Code } from "@mantine/core";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { OperationsLink } from "../../../ui/shell/OperationsLink";
import { SystemNotice } from "../../../ui/shell/SystemNotice";

export function WorkerAlert({ seenAt }: { seenAt: string | null }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const title = seenAt
    ? t("workers.missing_since", { time: formatDateTime(seenAt, locale, timezone) })
    : t("workers.never_seen");
  return (
    <SystemNotice label={t("workers.label")} title={title} action={<OperationsLink />}>
      {t("workers.waiting")} <Code>regie worker</Code>
    </SystemNotice>
  );
}
