// The newest notifications and messages, in a drawer.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Notification, Page } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import uiClasses from "../../../ui/ui.module.css";
import { NotificationItem } from "./NotificationItem";
import classes from "./Notifications.module.css";
import { markAll, newestQuery } from "./notificationQueries";
import { RecentToasts } from "./RecentToasts";
import type { RecentToast } from "./useRecentToasts";

type Props = {
  messages: readonly RecentToast[];
  onClose: () => void;
  /** Called when a link is followed; the target page takes the focus. */
  onLeave: () => void;
};

export function NotificationsDrawer({ messages, onClose, onLeave }: Props) {
  const t = useTranslate();
  const { data, isError, refetch } = useQuery(newestQuery);
  const title = t("notifications.title");
  return (
    <SideDrawer title={title} width="28rem" onClose={onClose}>
      <Stack gap="lg">
        {data && <NotificationList page={data} onLeave={onLeave} />}
        {!data && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={240} />)}
        {messages.length > 0 && <RecentToasts messages={messages} />}
        <Link
          to="/profile"
          search={{ tab: "notifications" }}
          className={uiClasses.link}
          onClick={onLeave}
        >
          {t("notifications.choose")}
        </Link>
      </Stack>
    </SideDrawer>
  );
}

function NotificationList({ page, onLeave }: { page: Page<Notification>; onLeave: () => void }) {
  const t = useTranslate();
  const { impersonator, name } = useCurrentUser();
  const older = page.meta.total - page.data.length;
  if (page.data.length === 0) {
    return (
      <EmptyState title={t("notifications.empty.title")} detail={t("notifications.empty.detail")} />
    );
  }
  return (
    <section aria-label={t("notifications.title")}>
      {impersonator ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t("notifications.acting", { name })}
        </Text>
      ) : (
        <MarkAll notifications={page.data} />
      )}
      <ul className={classes.list}>
        {page.data.map((notification) => (
          <NotificationItem
            key={notification.api_id}
            notification={notification}
            canMark={!impersonator}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {older > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t("notifications.older", { count: older })}
        </Text>
      )}
    </section>
  );
}

function MarkAll({ notifications }: { notifications: readonly Notification[] }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [newest] = notifications;
  const mutation = useMutation({ mutationFn: (id: string) => markAll(client, id) });
  const allRead = notifications.every(({ read_at }) => read_at !== null);
  return (
    <div className={classes.all}>
      <Text size="sm" c="dimmed">
        {allRead && t("notifications.all_read")}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={mutation.isPending}
        disabled={allRead}
        onClick={() => newest && mutation.mutate(newest.api_id)}
      >
        {t("notifications.mark_all")}
      </Button>
    </div>
  );
}
