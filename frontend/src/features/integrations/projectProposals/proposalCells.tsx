// The cells of the list of projects to create.
import { IconAlertTriangle, IconBan, IconCheck, IconEye, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ProjectProposalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { changedSearch } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { projectProposalsList } from "./projectProposalsList";

export const proposalCells: CellsOf<typeof projectProposalsList> = {
  name: (proposal) => <ProposalLink proposal={proposal} />,
  kind: ({ kind }) => <Kind kind={kind} />,
  amount: (proposal) => <Price proposal={proposal} />,
  start_on: ({ start_on }) => <DateText on={start_on} />,
  end_on: ({ end_on }) => <DateText on={end_on} />,
  certainty: (proposal) => <Certainty proposal={proposal} />,
  state: ({ state }) => <StateBadge state={state} />,
  project: ({ project }) => <ProjectLink project={project && { ...project, can_open: true }} />,
};

/** Opens the proposal in a drawer; the list does not change. */
function ProposalLink({ proposal: { api_id, name } }: { proposal: ProjectProposalRow }) {
  return (
    <Link
      to="."
      search={changedSearch({ open: api_id })}
      resetScroll={false}
      className={classes.link}
    >
      {name}
    </Link>
  );
}

function Kind({ kind }: { kind: ProjectProposalRow["kind"] }) {
  const { label } = useEnumOptions();
  return kind === null ? <Absent /> : label("project_kind", kind);
}

/** The price, or a retainer's fee with its interval. */
export function Price({
  proposal: { amount, kind, billing_interval },
}: {
  proposal: ProjectProposalRow;
}) {
  const t = useTranslate();
  return (
    <>
      <MoneyText money={amount} />
      {amount &&
        kind === "retainer" &&
        ` ${t(`project_proposals.per.${billing_interval ?? "month"}`)}`}
    </>
  );
}

const CERTAINTY_STYLES: EnumStyles<ProjectProposalRow["certainty"]> = {
  high: ["success", IconCheck],
  medium: ["warning", IconEye],
  low: ["neutral", IconAlertTriangle],
};

/** What is missing stands beside it, where something is. */
function Certainty({ proposal }: { proposal: ProjectProposalRow }) {
  const missing = useMissingText()(proposal);
  return (
    <>
      <CertaintyBadge certainty={proposal.certainty} /> {missing}
    </>
  );
}

export function CertaintyBadge({ certainty }: Pick<ProjectProposalRow, "certainty">) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={CERTAINTY_STYLES} value={certainty}>
      {label("proposal_certainty", certainty)}
    </EnumBadge>
  );
}

const STATE_STYLES: EnumStyles<ProjectProposalRow["state"]> = {
  open: ["info", IconPlus],
  accepted: ["success", IconCheck],
  ignored: ["neutral", IconBan],
};

export function StateBadge({ state }: Pick<ProjectProposalRow, "state">) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STATE_STYLES} value={state}>
      {label("proposal_state", state)}
    </EnumBadge>
  );
}

/** What must be known before the project can be created; empty when nothing is missing. */
export function useMissingText() {
  const t = useTranslate();
  return ({ missing }: ProjectProposalRow) =>
    missing.map((field) => t(`project_proposals.missing.${field}`)).join(", ");
}
