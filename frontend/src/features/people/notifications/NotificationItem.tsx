// One notification: unread badge, link to its subject, and a button to mark it.
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
  /** False during impersonation. */
  canMark: boolean;
  onLeave: () => void;
};

function opensNewTab(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

export function NotificationItem({ notification, canMark, onLeave }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const client = useQueryClient();
  const { api_id, title, detail, link, created_at, read_at } = notification;
  const isUnread = read_at === null;
  const mutation = useMutation({ mutationFn: (read: boolean) => mark(client, api_id, read) });
  const open = (event: MouseEvent) => {
    if (isUnread && canMark) mutation.mutate(true);
    if (opensNewTab(event)) return;
    event.preventDefault();
    onLeave();
    void router.navigate({ href: link });
  };
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <a href={router.history.createHref(link)} className={uiClasses.link} onClick={open}>
        {title}
      </a>
      <p className={classes.detail}>{detail}</p>
      <div className={classes.foot}>
        {isUnread && <Badge tone="info">{t("notifications.unread")}</Badge>}
        <RelativeText at={created_at} />
        {canMark && (
          <Button
            variant="default"
            size="compact-xs"
            ml="auto"
            aria-label={t(
              isUnread ? "notifications.mark_read_of" : "notifications.mark_unread_of",
              { title },
            )}
            onClick={() => mutation.mutate(isUnread)}
          >
            {t(isUnread ? "notifications.mark_read" : "notifications.mark_unread")}
          </Button>
        )}
      </div>
    </li>
  );
}
