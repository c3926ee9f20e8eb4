// One thing the reader was told: unread in word and weight, a link to what it is about.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { Notification } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Notifications.module.css";
import { mark } from "./notificationQueries";

type Props = {
  notification: Notification;
  /** Whoever acts in somebody's place marks nothing. */
  marking: boolean;
  onLeave: () => void;
};

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

export function NotificationItem({ notification, marking, onLeave }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const client = useQueryClient();
  const { api_id, title, detail, link, created_at, read_at } = notification;
  const unread = read_at === null;
  const reading = useMutation({ mutationFn: (read: boolean) => mark(client, api_id, read) });
  const open = (event: MouseEvent) => {
    if (unread && marking) reading.mutate(true);
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onLeave();
    void router.navigate({ href: link });
  };
  return (
    <li className={classes.item} data-unread={unread || undefined}>
      <a href={router.history.createHref(link)} className={uiClasses.link} onClick={open}>
        {title}
      </a>
      <p className={classes.detail}>{detail}</p>
      <div className={classes.foot}>
        {unread && <Badge tone="info">{t("notifications.unread")}</Badge>}
        <RelativeText at={created_at} />
        {marking && (
          <Button
            variant="default"
            size="compact-xs"
            ml="auto"
            aria-label={t(unread ? "notifications.mark_read_of" : "notifications.mark_unread_of", {
              title,
            })}
            onClick={() => reading.mutate(unread)}
          >
            {t(unread ? "notifications.mark_read" : "notifications.mark_unread")}
          </Button>
        )}
      </div>
    </li>
  );
}
