// Sends reminders one after another, each in a request of its own: what was sent stays sent when a later one fails.
import { api } from "../../../../api/client";
import { ApiError } from "../../../../api/errors";
import type { ReminderPreview } from "../../../../api/types";
import { translate } from "../../../../i18n/translate";

export type Level = "friendly" | "firm";
export type Message = Readonly<{ subject: string; text: string }>;
export type ReminderToSend = {
  reminder: ReminderPreview;
  isAnyway: boolean;
  message: Message | undefined;
};

const keys = new Map<string, string>();

/** The same reminder has the same key, so that the server sends a repeated request once. */
function idempotencyKey(client: string, body: unknown): string {
  const request = `${client} ${JSON.stringify(body)}`;
  const key = keys.get(request) ?? crypto.randomUUID();
  keys.set(request, key);
  return key;
}

/** Returns why some were not sent, by client. */
export async function sendReminders(
  level: Level,
  reminders: readonly ReminderToSend[],
  onProgress: (done: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const failed = new Map<string, string>();
  for (const [index, { reminder, isAnyway, message }] of reminders.entries()) {
    const id = reminder.client.api_id;
    const body = { level, sent: reminder.sent, anyway: isAnyway, ...message };
    try {
      const headers = { "Idempotency-Key": idempotencyKey(id, body) };
      await api.post("/clients/{id}/reminders", body, { params: { id }, headers, expect: "any" });
    } catch (error) {
      failed.set(id, reasonOf(error));
    }
    onProgress(index + 1);
  }
  return failed;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const reasons = [error.message, ...Object.values(error.errors).flat()];
  return reasons.find((reason) => reason !== "") ?? translate("receivables.reminders.unreachable");
}
