// A line of a client's timeline: its day, what happened, who did it, and the amount.
import {
  IconBellRinging,
  IconCash,
  IconCheckbox,
  IconCircleX,
  IconFileInvoice,
  IconMessage,
  IconNote,
  IconPlayerPause,
  IconPlus,
  IconReceipt,
  IconRotate,
  IconTrendingUp,
  IconUserShare,
} from "@tabler/icons-react";
import type { Client, TimelineEntry as Entry } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { DateText } from "../../../ui/display/DateText";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "./Timeline.module.css";
import { TimelineNote } from "./TimelineNote";
import { TimelineText } from "./TimelineText";

const ICONS = {
  note: IconNote,
  collection_entry: IconMessage,
  payment: IconCash,
  invoice: IconFileInvoice,
  churn: IconCircleX,
  churn_undone: IconRotate,
  won_back: IconTrendingUp,
  state: IconPlayerPause,
  fee: IconReceipt,
  approval: IconCheckbox,
  sale: IconPlus,
  hours_warning: IconBellRinging,
  responsibility: IconUserShare,
} satisfies Record<Entry["kind"], typeof IconNote>;

/** The amounts of these kinds stand in their sentence. */
const WITH_AMOUNT_IN_TEXT: readonly Entry["kind"][] = ["fee", "churn", "collection_entry"];

/** Without a person, these were recorded automatically; of the others, nothing says who did it. */
const BY_SYSTEM: readonly Entry["kind"][] = ["hours_warning", "churn", "churn_undone"];

export function TimelineEntry({ client, entry }: { client: Client; entry: Entry }) {
  const t = useTranslate();
  const Icon = ICONS[entry.kind];
  const { money } = entry;
  return (
    <li className={classes.entry}>
      <span className={classes.day}>
        <DateText on={entry.on} />
      </span>
      <Icon size={16} aria-hidden />
      <div className={classes.text}>
        {entry.note ? (
          <TimelineNote note={entry.note} />
        ) : (
          <TimelineText client={client} entry={entry} />
        )}
      </div>
      <span className={classes.who}>
        {entry.actor?.name ?? (BY_SYSTEM.includes(entry.kind) && t("client_page.timeline.system"))}
      </span>
      <span className={classes.money}>
        {money && !WITH_AMOUNT_IN_TEXT.includes(entry.kind) && <MoneyText money={money} />}
      </span>
    </li>
  );
}
