// The bulk actions on projects to create.
import { IconArrowBackUp, IconBan, IconPlus, IconTag, IconUserShare } from "@tabler/icons-react";
import { ProposalChange } from "../../../api/shapes/ProposalChange.gen";
import type { ProjectProposalRow } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";
import { useListState } from "../../../ui/table/useListState";
import { projectProposalsList } from "./projectProposalsList";

const base = { requires: ["matching.edit"], path: "/project-proposals/batches" } as const;
const isOpen = ({ state }: ProjectProposalRow) => state === "open";
const reopened = () => ({ state: "open" }) as const;

const actions: readonly BulkAction<ProjectProposalRow>[] = [
  {
    ...base,
    label: "project_proposals.accept.action",
    icon: IconPlus,
    appliesTo: (proposal) => isOpen(proposal) && proposal.missing.length === 0,
    done: "project_proposals.accept.done_many",
    change: { state: "accepted" },
    undo: reopened,
  },
  {
    ...base,
    label: "project_proposals.ignore.action",
    icon: IconBan,
    appliesTo: isOpen,
    done: "project_proposals.ignore.done_many",
    change: { state: "ignored" },
    undo: reopened,
  },
  {
    ...base,
    label: "project_proposals.undo.action",
    icon: IconArrowBackUp,
    appliesTo: ({ state }) => state === "accepted",
    done: "project_proposals.undo.done_many",
    change: { state: "open" },
  },
  {
    ...base,
    label: "project_proposals.restore.action",
    icon: IconArrowBackUp,
    appliesTo: ({ state }) => state === "ignored",
    done: "project_proposals.restore.done_many",
    change: { state: "open" },
  },
  {
    ...base,
    label: "project_proposals.set_kind.action",
    icon: IconTag,
    appliesTo: isOpen,
    done: "project_proposals.set_kind.done_many",
    fields: defineFields(ProposalChange, [
      {
        kind: "choice",
        name: "kind",
        label: "projects.field.kind",
        enumName: "project_kind",
        required: true,
      },
    ]),
  },
  {
    ...base,
    label: "selection.account_manager.action",
    icon: IconUserShare,
    appliesTo: isOpen,
    done: "selection.account_manager.done",
    undo: (proposal) => ({ account_manager: proposal.account_manager?.api_id ?? null }),
    fields: defineFields(ProposalChange, [
      {
        kind: "reference",
        name: "account_manager",
        label: "selection.account_manager.label",
        path: "/account-managers",
        required: true,
      },
    ]),
  },
];

/** The state of the proposals that an action changes; the others change open ones. */
const CHANGED: Readonly<Record<string, ProjectProposalRow["state"]>> = {
  "project_proposals.undo.action": "accepted",
  "project_proposals.restore.action": "ignored",
};

/** A list of some states only needs no action for another one, also when all of its pages are selected. */
export function ProposalsBulkActions(props: BulkProps<ProjectProposalRow>) {
  const { search } = useListState(projectProposalsList);
  const states = typeof search["state"] === "string" ? search["state"].split(",") : null;
  const offered = actions.filter(
    ({ label }) => states === null || states.includes(CHANGED[label] ?? "open"),
  );
  return <BulkActions {...props} actions={offered} nameOf={({ name }) => name} />;
}
