// How one is told, changed choice by choice: shown at once, sent one after the other, and taken back where it is refused.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { dataQuery } from "../../../api/queries";
import type { NotificationSettings, NotificationSettingsUpdate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";

const PATH = "/me/notification-settings";

export type EventSettings = NotificationSettings["events"][number];
export type ByMail = EventSettings["by_mail"];
type Change = {
  event: EventSettings["event"];
  to: Partial<Pick<EventSettings, "in_app" | "by_mail">>;
};

export const choicesQuery = dataQuery(PATH);

export function useSaveChoice() {
  const t = useTranslate();
  const client = useQueryClient();
  const { queryKey } = choicesQuery;
  const update = (change: (shown: NotificationSettings) => NotificationSettings) =>
    client.setQueryData<NotificationSettings>(queryKey, (shown) => shown && change(shown));
  return useMutation({
    // Each is sent with the version that the one before it has made.
    scope: { id: PATH },
    mutationFn: ({ event, to }: Change) => {
      const version = client.getQueryData<NotificationSettings>(queryKey)?.version ?? null;
      const body: NotificationSettingsUpdate = { [event]: to, version };
      return api.patch(PATH, body, { expect: [409] });
    },
    onMutate: async ({ event, to }) => {
      await client.cancelQueries({ queryKey });
      update((shown) => ({
        ...shown,
        events: shown.events.map((one) => (one.event === event ? { ...one, ...to } : one)),
      }));
    },
    // What was chosen meanwhile is shown already and on its way: only the version is news.
    onSuccess: ({ data: { version } }) => update((shown) => ({ ...shown, version })),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        showToast({
          kind: "error",
          summary: error.message,
          detail: t("profile.notifications.changed"),
        });
      return client.invalidateQueries({ queryKey });
    },
  });
}
