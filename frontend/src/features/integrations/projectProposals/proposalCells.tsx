// The cells of the list of projects to create.
import { IconAlertTriangle, IconBan, IconCheck, IconEye, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ProjectProposalRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { changedSearch } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import gridClasses from "./grid/Grid.module.css";
import { GridCell, KindCell } from "./grid/GridCell";
import type { projectProposalsList } from "./projectProposalsList";

export const proposalCells: CellsOf<typeof projectProposalsList> = {
  name: (proposal) => <ProposalLink proposal={proposal} />,
  kind: (row) => (
    <Editable row={row} shown={<Kind kind={row.kind} />}>
      <KindCell row={row} label="projects.field.kind" />
    </Editable>
  ),
  amount: (row) => (
    <Editable row={row} shown={<Price proposal={row} />}>
      <GridCell row={row} field="amount" label="project_proposals.field.amount">
        <Unit proposal={row} />
      </GridCell>
    </Editable>
  ),
  included_hours: (row) => (
    <Editable row={row} shown={row.included_hours ?? <Absent />}>
      {row.kind === "retainer" ? (
        <GridCell row={row} field="included_hours" label="projects.field.included_hours" />
      ) : (
        <Absent />
      )}
    </Editable>
  ),
  start_on: (row) => (
    <Editable row={row} shown={<DateText on={row.start_on} />}>
      <GridCell row={row} field="start_on" label="project_proposals.field.start_on" />
    </Editable>
  ),
  end_on: (row) => (
    <Editable row={row} shown={<DateText on={row.end_on} />}>
      <GridCell row={row} field="end_on" label="project_proposals.field.end_on" />
    </Editable>
  ),
  certainty: (proposal) => <Certainty proposal={proposal} />,
  state: ({ state }) => <StateBadge state={state} />,
  project: ({ project }) => <ProjectLink project={project && { ...project, can_open: true }} />,
};

/** A cell that may be edited: not of work that was created or ignored, and not by those who only see it. */
function Editable({
  row,
  shown,
  children,
}: {
  row: ProjectProposalRow;
  shown: ReactNode;
  children: ReactNode;
}) {
  const { can } = usePermissions();
  return row.state === "open" && can("matching.edit") ? children : shown;
}

/** The currency of an amount, and how often a fee is due. */
function Unit({ proposal: { amount, kind, billing_interval } }: { proposal: ProjectProposalRow }) {
  const t = useTranslate();
  if (!amount) return null;
  const per = kind === "retainer" && t(`project_proposals.per.${billing_interval ?? "month"}`);
  return (
    <span className={gridClasses.unit}>
      {amount.currency} {per}
    </span>
  );
}

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
