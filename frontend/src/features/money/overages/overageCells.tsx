// The cells of the list of hours over.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconLockOpen,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Overage, OverageDecision } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { monthOfYear } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { HoursText } from "../../../ui/display/HoursText";
import { ShortName } from "../../../ui/display/ShortName";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { useDecisionText } from "./decisionText";
import type { overagesList } from "./overagesList";

const STATES: EnumStyles<Overage["state"]> = {
  undecided: ["warning", IconClockExclamation],
  decided: ["success", IconCircleCheck],
  excess: ["danger", IconAlertTriangle],
  reopened: ["neutral", IconLockOpen],
};

export const overageCells: CellsOf<typeof overagesList> = {
  project: ({ project, client }) => (
    <Link
      to="/projects/$id/view"
      params={{ id: project.api_id }}
      search={{ tab: "hours" }}
      className={classes.link}
    >
      <ShortName name={project.name} client={client} />
    </Link>
  ),
  starts_on: (month) => <MonthName month={month} />,
  over_hours: ({ over_hours }) => <HoursText hours={over_hours} />,
  undecided_hours: ({ undecided_hours }) => <HoursText hours={undecided_hours} />,
  rate: ({ rate }) => <MoneyText money={rate} />,
  undecided_amount: ({ undecided_amount }) => <MoneyText money={undecided_amount} />,
  decisions: (month) => <Decisions decisions={month.decisions} />,
  state: ({ state }) => <OverageState state={state} />,
  billed_hours: ({ billed_hours }) => <HoursText hours={billed_hours} />,
  billed_amount: ({ billed_amount }) => <MoneyText money={billed_amount} />,
  carried_hours: ({ carried_hours }) => <HoursText hours={carried_hours} />,
  given_hours: ({ given_hours }) => <HoursText hours={given_hours} />,
  given_amount: ({ given_amount }) => <MoneyText money={given_amount} />,
  sold_hours: ({ sold_hours }) => <HoursText hours={sold_hours} />,
};

export function MonthName({ month: { starts_on } }: { month: Overage }) {
  return monthOfYear(starts_on, useLocale());
}

export function OverageState({ state }: { state: Overage["state"] }) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STATES} value={state}>
      {label("overage_state", state)}
    </EnumBadge>
  );
}

export function Decisions({ decisions }: { decisions: readonly OverageDecision[] }) {
  if (decisions.length === 0) return <Absent />;
  return decisions.map((decision) => (
    <div key={decision.api_id}>
      <DecisionText decision={decision} />
    </div>
  ));
}

function DecisionText({ decision }: { decision: OverageDecision }) {
  const { label } = useEnumOptions();
  const textOf = useDecisionText();
  const text = textOf(decision);
  if (decision.project) {
    return (
      <>
        {text} (<ProjectLink project={decision.project} />)
      </>
    );
  }
  return (
    <>
      {text}
      {decision.reason && (
        <HelpIcon label={label("overage_kind", decision.kind)} text={decision.reason} />
      )}
    </>
  );
}
