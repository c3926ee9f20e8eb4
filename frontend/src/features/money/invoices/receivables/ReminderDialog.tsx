// Sends reminders to pay: first shows what each client would receive, and why some are left out.
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Skeleton.css";
import { Button, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataQuery } from "../../../../api/queries";
import type { ReminderPreview } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { showToast } from "../../../../lib/toasts";
import { useCurrentUser } from "../../../../session/currentUser";
import { useEnumOptions } from "../../../../session/enumOptions";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { useOfflineReason } from "../../../../ui/feedback/useOfflineReason";
import { FormModal } from "../../../../ui/form/FormModal";
import classes from "./Receivables.module.css";
import { ReminderItem } from "./ReminderItem";
import { SingleReminder } from "./SingleReminder";
import { type Level, type Message, type ReminderToSend, sendReminders } from "./sendReminders";

const LEVELS = ["friendly", "firm"] as const satisfies readonly Level[];
const PENDING_HEIGHT = 240;

type Props = { clients: readonly string[]; onClose: () => void; onSent?: () => void };

export function ReminderDialog({ clients, onClose, onSent }: Props) {
  const t = useTranslate();
  const [level, setLevel] = useState<Level>("friendly");
  const { label } = useEnumOptions();
  const query = dataQuery("/reminder-previews", { query: { client: [...clients], level } });
  const { data, isError, error, refetch } = useQuery({ ...query, staleTime: 0 });
  return (
    <FormModal
      opened
      title={t("receivables.reminders.title", { count: clients.length })}
      onClose={onClose}
    >
      <Stack>
        <NativeSelect
          label={t("receivables.reminders.level")}
          value={level}
          onChange={(event) => setLevel(event.currentTarget.value as Level)}
          data={LEVELS.map((value) => ({ value, label: label("reminder_level", value) }))}
        />
        {data === undefined &&
          (isError ? (
            <LoadFailure retry={refetch} error={error} />
          ) : (
            <Skeleton height={PENDING_HEIGHT} />
          ))}
        {data && (
          <Reminders
            key={level}
            level={level}
            days={data.interval_days}
            reminders={data.reminders}
            onClose={onClose}
            onSent={onSent}
          />
        )}
      </Stack>
    </FormModal>
  );
}

type RemindersProps = {
  level: Level;
  days: number;
  reminders: readonly ReminderPreview[];
  onClose: () => void;
  onSent: (() => void) | undefined;
};

function Reminders({ level, days, reminders, onClose, onSent }: RemindersProps) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const { email } = useCurrentUser();
  const [anyway, setAnyway] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState<Message>();
  const sending = useSending(level, { onClose, onSent });
  const ready = reminders.filter(
    ({ client, reasons, is_possible }) =>
      is_possible && (reasons.length === 0 || anyway.has(client.api_id)),
  );
  const [single] = reminders.length === 1 ? reminders : [];
  const toggle = (client: string) =>
    setAnyway((before) => {
      const after = new Set(before);
      if (!after.delete(client)) after.add(client);
      return after;
    });
  return (
    <>
      <ul className={classes.reminders} aria-label={t("receivables.reminders.list")}>
        {reminders.map((reminder) => (
          <ReminderItem
            key={reminder.client.api_id}
            reminder={reminder}
            days={days}
            isAnyway={anyway.has(reminder.client.api_id)}
            onToggle={() => toggle(reminder.client.api_id)}
            problem={sending.problems.get(reminder.client.api_id)}
            hasText={single === undefined}
          />
        ))}
      </ul>
      {single?.is_possible && (
        <SingleReminder reminder={single} message={message} onChange={setMessage} />
      )}
      <Text size="sm" c="dimmed">
        {t("receivables.reminders.explained", { email })}
      </Text>
      <div className={classes.sending}>
        <span aria-live="polite">
          {sending.done === undefined
            ? t("receivables.reminders.count", { ready: ready.length, count: reminders.length })
            : t("receivables.reminders.progress", { done: sending.done, count: ready.length })}
        </span>
        <Button variant="default" onClick={onClose}>
          {t("form.cancel")}
        </Button>
        <Button
          disabled={ready.length === 0}
          loading={sending.done !== undefined}
          {...offline}
          onClick={() =>
            void sending.send(
              ready.map((reminder) => ({
                reminder,
                isAnyway: anyway.has(reminder.client.api_id),
                message: single === undefined ? undefined : message,
              })),
            )
          }
        >
          {t("receivables.reminders.send", { count: ready.length })}
        </Button>
      </div>
    </>
  );
}

function useSending(level: Level, { onClose, onSent }: Pick<RemindersProps, "onClose" | "onSent">) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [done, setDone] = useState<number>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const send = async (reminders: readonly ReminderToSend[]) => {
    setDone(0);
    setProblems(new Map());
    const failed = await sendReminders(level, reminders, setDone);
    const count = reminders.length - failed.size;
    if (count > 0)
      showToast({ kind: "success", summary: t("receivables.reminders.sent", { count }) });
    setDone(undefined);
    setProblems(failed);
    if (failed.size === 0) {
      onSent?.();
      onClose();
    }
    await queryClient.invalidateQueries({ queryKey: ["api"] });
  };
  return { done, problems, send };
}
