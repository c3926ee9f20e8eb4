// One client's matter in a line: kind, client, what it is about, the money at stake, since when, and its owner.
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowRight,
  IconCalendarOff,
  IconCalendarX,
  IconClock,
  IconClockExclamation,
  IconFileInvoice,
  IconGauge,
  IconRefresh,
  IconScale,
  IconSignature,
  IconTrendingDown,
  IconTrophy,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import type { TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { useCurrentUser } from "../../../session/currentUser";
import { Avatar } from "../../../ui/display/Avatar";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { AssignMenu } from "./AssignMenu";
import { nextAction, recordLink } from "./matterLinks";
import { useMatterText } from "./matterText";
import { SnoozeMenu } from "./SnoozeMenu";
import { StepDone } from "./StepDone";
import classes from "./Triage.module.css";

const ICONS: Record<TriageRow["kind"], FunctionComponent<{ size: number }>> = {
  next_step: IconArrowRight,
  overdue: IconAlertCircle,
  promise: IconCalendarX,
  over_hours: IconClockExclamation,
  decide_hours: IconScale,
  approval: IconSignature,
  renewal: IconRefresh,
  churn: IconTrendingDown,
  to_invoice: IconFileInvoice,
  uninvoiced: IconFileInvoice,
  unscheduled: IconCalendarOff,
  deal: IconTrophy,
  late_project: IconAlertTriangle,
  over_budget: IconGauge,
  ending_soon: IconClock,
};

type Props = {
  row: TriageRow;
  today: string;
  /** Called before the row leaves the list. */
  onLeave: () => void;
};

export function MatterRow({ row, today, onLeave }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const textOf = useMatterText();
  const { about, when } = textOf(row, today);
  const link = recordLink(row);
  const title = row.client?.name ?? row.name ?? t("home.triage.unmatched");
  const Icon = ICONS[row.kind];
  return (
    <li className={classes.row} data-kind={row.kind}>
      <span className={classes.kind}>
        <Icon size={16} aria-hidden />
        {t(`home.triage.kind.${row.kind}`)}
      </span>
      <span className={classes.client}>
        {link ? <Link {...link}>{title}</Link> : <span>{title}</span>}
      </span>
      <span className={classes.about} title={about}>
        {about}
      </span>
      <span className={classes.stake}>
        {[row.at_stake, ...row.unconverted]
          .filter((money) => money !== null)
          .map((money) => (
            <span key={money.currency}>{formatMoney(money, locale)}</span>
          ))}
      </span>
      <span className={classes.when}>{when}</span>
      <Owner row={row} />
      <Actions row={row} name={title} onLeave={onLeave} />
    </li>
  );
}

function Owner({ row: { owner } }: { row: TriageRow }) {
  if (owner === null) return <span className={classes.owner} />;
  return (
    <span className={classes.owner} title={owner.name}>
      <Avatar name={owner.name} picture={null} size={22} />
      <span>{owner.name}</span>
    </span>
  );
}

/** The owner of a next step is chosen in its note. */
function canAssign({ kind, client, project }: TriageRow): boolean {
  return kind !== "next_step" && (client !== null || project !== null);
}

function Actions({ row, name, onLeave }: { row: TriageRow; name: string; onLeave: () => void }) {
  const t = useTranslate();
  const action = nextAction(row, useCurrentUser());
  return (
    <span className={classes.actions}>
      {action && (
        <ButtonLink
          {...action.link}
          resetScroll={action.link.to !== "/"}
          size="compact-md"
          className={classes.next}
          aria-label={`${t(action.label)} (${name})`}
        >
          {t(action.label)}
        </ButtonLink>
      )}
      {row.kind === "next_step" && <StepDone row={row} name={name} onLeave={onLeave} />}
      <SnoozeMenu row={row} name={name} onLeave={onLeave} />
      {canAssign(row) && <AssignMenu row={row} name={name} />}
    </span>
  );
}
