// The toasts shown since the page was loaded.
import { Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import classes from "./Notifications.module.css";
import type { RecentToast } from "./useRecentToasts";

const TONES = { success: "success", error: "danger", info: "info" } as const;

export function RecentToasts({ messages }: { messages: readonly RecentToast[] }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="visit-messages">
      <Text component="h3" id="visit-messages" size="sm" fw={600} mb="xs">
        {t("notifications.visit.title")}
      </Text>
      <ul className={classes.list}>
        {messages.map(({ id, kind, summary, detail, at }) => (
          <li key={id} className={classes.item}>
            <span>{summary}</span>
            {detail !== undefined && <p className={classes.detail}>{detail}</p>}
            <div className={classes.foot}>
              <Badge tone={TONES[kind]}>{t(`notifications.visit.${kind}`)}</Badge>
              <RelativeText at={at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
