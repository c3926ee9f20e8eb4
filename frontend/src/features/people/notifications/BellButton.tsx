// The bell with the number of unread notifications; opens their drawer.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { readFromTab } from "../../../lib/tabStorage";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Notifications.module.css";
import { unreadQuery } from "./notificationQueries";
import { useRecentToasts } from "./useRecentToasts";

const NotificationsDrawer = lazyComponent(
  async () => (await import("./NotificationsDrawer")).NotificationsDrawer,
);
const MAX_COUNTED = 99;

/** Resumes polling for exports that were pending before a reload. */
function usePendingExports(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readFromTab("exports") === null) return;
    void import("../../../ui/exports/pollExports").then(({ pollExports }) => pollExports(client));
  }, [client]);
}

export function BellButton() {
  const t = useTranslate();
  const locale = useLocale();
  const bell = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const messages = useRecentToasts();
  const { data } = useQuery(unreadQuery);
  usePendingExports();
  const unread = data?.meta.total ?? 0;
  return (
    <>
      <ActionIcon
        ref={bell}
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.bell}
        aria-label={t("notifications.bell", { count: unread })}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {unread > MAX_COUNTED ? `${MAX_COUNTED}+` : formatInteger(unread, locale)}
          </span>
        )}
      </ActionIcon>
      {opened && (
        <NotificationsDrawer
          messages={messages}
          onClose={() => {
            setOpened(false);
            bell.current?.focus();
          }}
          onLeave={() => setOpened(false)}
        />
      )}
    </>
  );
}
