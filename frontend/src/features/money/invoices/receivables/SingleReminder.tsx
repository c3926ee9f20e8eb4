// The message of one reminder, which can be edited before it is sent.
import "@mantine/core/styles/Input.css";
import { Textarea, TextInput } from "@mantine/core";
import type { ReminderPreview } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import type { Message } from "./sendReminders";

const MAX_SUBJECT = 200;
const MAX_TEXT = 10_000;

type Props = {
  reminder: ReminderPreview;
  /** Undefined while it is the template's. */
  message: Message | undefined;
  onChange: (message: Message) => void;
};

export function SingleReminder({ reminder, message, onChange }: Props) {
  const t = useTranslate();
  const { subject, text } = message ?? reminder;
  return (
    <>
      <TextInput
        label={t("receivables.reminders.subject")}
        lang={reminder.locale}
        maxLength={MAX_SUBJECT}
        value={subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value, text })}
      />
      <Textarea
        label={t("receivables.reminders.text")}
        lang={reminder.locale}
        maxLength={MAX_TEXT}
        rows={12}
        value={text}
        onChange={(event) => onChange({ subject, text: event.currentTarget.value })}
      />
    </>
  );
}
