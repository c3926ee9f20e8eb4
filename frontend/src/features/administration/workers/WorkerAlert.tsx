// Since when no worker has been running, what waits for it, and how to start one.
import "@mantine/core/styles/Alert.css";
import { Alert, Code } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDateTime } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";

export function WorkerAlert({ seenAt }: { seenAt: string | null }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const title = seenAt
    ? t("workers.missing_since", { time: formatDateTime(seenAt, locale, timezone) })
    : t("workers.never_seen");
  return (
    <Alert
      role="status"
      color="orange"
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
    >
      {t("workers.waiting")} <Code>regie worker</Code>
    </Alert>
  );
}
