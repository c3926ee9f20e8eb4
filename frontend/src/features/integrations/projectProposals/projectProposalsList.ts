// The list of work that the services know and that is not a project yet.
import { listProjectProposals } from "../../../api/shapes/listProjectProposals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const projectProposalsList = defineList(listProjectProposals, {
  file: { list: "project-proposals" },
  requires: "matching.view",
  defaultSort: "certainty",
  columns: [
    { id: "name", label: "projects.field.name", sort: "name" },
    { id: "certainty", label: "project_proposals.field.certainty", sort: "certainty" },
    { id: "client", label: "projects.field.client", sort: "client", text: true },
    { id: "kind", label: "projects.field.kind" },
    { id: "amount", label: "project_proposals.field.amount", sort: "amount", align: "end" },
    { id: "included_hours", label: "projects.field.included_hours", align: "end" },
    { id: "start_on", label: "project_proposals.field.start_on", sort: "start_on" },
    { id: "end_on", label: "project_proposals.field.end_on" },
    { id: "state", label: "project_proposals.field.state", hidden: true },
    {
      id: "account_manager",
      label: "projects.field.account_manager",
      text: true,
      hidden: true,
    },
    { id: "project", label: "project_proposals.field.project", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "certainty",
      label: "project_proposals.field.certainty",
      enumName: "proposal_certainty",
      multiple: true,
    },
    {
      kind: "choice",
      id: "kind",
      label: "projects.field.kind",
      enumName: "project_kind",
      multiple: true,
    },
    {
      kind: "choice",
      id: "state",
      label: "project_proposals.field.state",
      enumName: "proposal_state",
      multiple: true,
    },
    { kind: "reference", id: "client", label: "projects.field.client", path: "/clients" },
    {
      kind: "dates",
      id: "runs",
      label: "project_proposals.filter.runs",
      from: "runs_from",
      to: "runs_to",
    },
    {
      kind: "dates",
      id: "sold",
      label: "projects.field.sold_on",
      from: "sold_from",
      to: "sold_to",
    },
  ],
});
