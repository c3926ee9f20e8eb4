// Saves notification choices: optimistic, in order, and rolled back on failure.
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
  values: Partial<Pick<EventSettings, "in_app" | "by_mail">>;
};

export const choicesQuery = dataQuery(PATH);

export function useSaveChoice() {
  const t = useTranslate();
  const client = useQueryClient();
  const { queryKey } = choicesQuery;
  const update = (change: (shown: NotificationSettings) => NotificationSettings) =>
    client.setQueryData<NotificationSettings>(queryKey, (shown) => shown && change(shown));
  return useMutation({
    // One at a time: each needs the version of the previous response.
    scope: { id: PATH },
    mutationFn: ({ event, values }: Change) => {
      const version = client.getQueryData<NotificationSettings>(queryKey)?.version ?? null;
      const body: NotificationSettingsUpdate = { [event]: values, version };
      return api.patch(PATH, body, { expect: [409] });
    },
    onMutate: async ({ event, values }) => {
      await client.cancelQueries({ queryKey });
      update((shown) => ({
        ...shown,
        events: shown.events.map((item) => (item.event === event ? { ...item, ...values } : item)),
      }));
    },
    // Only the version: later choices are already shown.
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
