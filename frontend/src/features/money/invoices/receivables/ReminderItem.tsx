// One client of the preview: to whom the reminder goes, what is overdue, and why it is left out.
import "@mantine/core/styles/Checkbox.css";
import { Checkbox } from "@mantine/core";
import { IconAlertTriangle, IconPaperclip } from "@tabler/icons-react";
import type { ReminderPreview } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { businessDay, formatDate } from "../../../../lib/dates";
import { formatMoney } from "../../../../lib/money";
import { useCurrentUser } from "../../../../session/currentUser";
import { useEnumOptions } from "../../../../session/enumOptions";
import { ClientLink } from "../../../../ui/links/RecordLinks";
import classes from "./Receivables.module.css";

type Props = {
  reminder: ReminderPreview;
  /** The interval of the settings. */
  days: number;
  isAnyway: boolean;
  onToggle: () => void;
  problem: string | undefined;
  /** Whether the message is shown here, to read. */
  hasText: boolean;
};

export function ReminderItem({ reminder, days, isAnyway, onToggle, problem, hasText }: Props) {
  const t = useTranslate();
  const { client, reasons, is_possible, last_reminder } = reminder;
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const remindedOn = last_reminder && businessDay(new Date(last_reminder.sent_at), timezone);
  return (
    <li className={classes.reminder}>
      <p>
        <strong>
          <ClientLink client={client} />
        </strong>{" "}
        <Recipient reminder={reminder} />
      </p>
      <Owed reminder={reminder} />
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <IconAlertTriangle size={14} aria-hidden />{" "}
              {t(`receivables.reminders.reason.${reason}`, {
                days,
                date: remindedOn ? formatDate(remindedOn, locale) : "",
              })}
            </li>
          ))}
        </ul>
      )}
      {is_possible && reasons.length > 0 && (
        <Checkbox
          size="sm"
          checked={isAnyway}
          onChange={onToggle}
          label={t("receivables.reminders.anyway", { client: client.name })}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {hasText && is_possible && (
        <details>
          <summary>{t("receivables.reminders.read")}</summary>
          <p>
            <strong>{reminder.subject}</strong>
          </p>
          <p className={classes.letter} lang={reminder.locale}>
            {reminder.text}
          </p>
        </details>
      )}
    </li>
  );
}

function Recipient({ reminder: { to, locale } }: { reminder: ReminderPreview }) {
  const { label } = useEnumOptions();
  if (to === null) return null;
  return (
    <span className={classes.quiet}>
      {to} · {label("language", locale)}
    </span>
  );
}

function Owed({ reminder }: { reminder: ReminderPreview }) {
  const t = useTranslate();
  const locale = useLocale();
  const { overdue, invoices, oldest_due_on } = reminder;
  if (oldest_due_on === null) return null;
  return (
    <p className={classes.quiet}>
      {overdue.map((money) => formatMoney(money, locale)).join(" + ")} ·{" "}
      {t("receivables.reminders.invoices", {
        count: invoices,
        date: formatDate(oldest_due_on, locale),
      })}{" "}
      · <IconPaperclip size={14} aria-hidden /> {t("receivables.contacts.statement_page")}
    </p>
  );
}
