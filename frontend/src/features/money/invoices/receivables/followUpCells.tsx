// The cells of a client's follow-up: its next day, its promise to pay, and who follows up.
import { IconBell, IconMailForward } from "@tabler/icons-react";
import type { ClientReceivables } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { businessDay } from "../../../../lib/dates";
import { useCurrentUser } from "../../../../session/currentUser";
import { useEnumOptions } from "../../../../session/enumOptions";
import { useToday } from "../../../../session/today";
import { Absent } from "../../../../ui/display/Absent";
import { Badge } from "../../../../ui/display/Badge";
import { CollectionMark } from "../../../../ui/display/CollectionMark";
import { DateText } from "../../../../ui/display/DateText";
import { PromiseText } from "../../../../ui/money/PromiseText";
import uiClasses from "../../../../ui/ui.module.css";
import classes from "./Receivables.module.css";

type RowProps = { row: ClientReceivables };

export function NextFollowUp({ row }: RowProps) {
  const { next_on, collection_state } = row.collection;
  return (
    <span className={classes.badges}>
      {next_on === null ? <NoFollowUp row={row} /> : <FollowUpDay day={next_on} />}
      <CollectionMark state={collection_state} />
    </span>
  );
}

function NoFollowUp({ row }: RowProps) {
  const t = useTranslate();
  if (row.days_past_due === 0)
    return row.collection.collection_state === "none" ? <Absent /> : null;
  return <span className={uiClasses.muted}>{t("receivables.no_follow_up")}</span>;
}

export function FollowUpDay({ day }: { day: string }) {
  const today = useToday();
  const { label } = useEnumOptions();
  return (
    <>
      <DateText on={day} />
      {day <= today && (
        <Badge tone="warning" icon={<IconBell size={14} aria-hidden />}>
          {label("receivable_status", "follow_up_due")}
        </Badge>
      )}
    </>
  );
}

export function Promised({ row: { collection } }: RowProps) {
  return collection.promise ? <PromiseText promise={collection.promise} /> : <Absent />;
}

/** The day of the last reminder, and that its mail failed. */
export function LastReminder({ row: { collection } }: RowProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { timezone } = useCurrentUser();
  const reminder = collection.last_reminder;
  if (!reminder) return null;
  return (
    <span className={`${classes.badges} ${classes.second}`}>
      <span>
        {t("invoices.field.last_reminder")}{" "}
        <DateText on={businessDay(new Date(reminder.sent_at), timezone)} />
      </span>
      {reminder.mail_state !== "sent" && (
        <Badge
          tone={reminder.mail_state === "failed" ? "danger" : "neutral"}
          icon={<IconMailForward size={14} aria-hidden />}
        >
          {label("mail_state", reminder.mail_state)}
        </Badge>
      )}
    </span>
  );
}

export function FollowUpOwner({ row: { collection } }: RowProps) {
  const name = collection.owner?.name;
  if (name === undefined) return <Absent />;
  return (
    <span className={classes.owner} title={name}>
      {name}
    </span>
  );
}
