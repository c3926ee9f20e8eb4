// A reminder in the log of contacts: to whom, about what, what became of the mail, and the message.
import { IconMailForward } from "@tabler/icons-react";
import type { SentReminder as Reminder } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney } from "../../../../lib/money";
import { useEnumOptions } from "../../../../session/enumOptions";
import { Badge, type Tone } from "../../../../ui/display/Badge";
import classes from "./Receivables.module.css";

const TONES = { queued: "neutral", sent: "success", failed: "danger" } satisfies Record<
  Reminder["mail_state"],
  Tone
>;

export function SentReminder({ reminder, text }: { reminder: Reminder; text: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { level, to, invoices, overdue, mail_state, problem, subject } = reminder;
  const values = {
    level: label("reminder_level", level),
    count: invoices,
    amount: overdue.map((money) => formatMoney(money, locale)).join(" + "),
  };
  return (
    <>
      <p className={classes.badges}>
        <strong>
          {to === null
            ? t("receivables.reminders.logged_unnamed", values)
            : t("receivables.reminders.logged", { ...values, to })}
        </strong>
        <Badge tone={TONES[mail_state]} icon={<IconMailForward size={14} aria-hidden />}>
          {label("mail_state", mail_state)}
        </Badge>
      </p>
      {problem && <p>{t(`receivables.reminders.problem.${problem}`)}</p>}
      <details>
        <summary>{t("receivables.reminders.read")}</summary>
        <p>
          <strong>{subject}</strong>
        </p>
        <p className={classes.letter}>{text}</p>
      </details>
    </>
  );
}
