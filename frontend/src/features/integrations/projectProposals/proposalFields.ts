// The form fields of a project to create.
import { ProposalUpdate } from "../../../api/shapes/ProposalUpdate.gen";
import { defineFields } from "../../../ui/form/fields";

export const proposalFields = defineFields(ProposalUpdate, [
  { kind: "text", name: "name", label: "projects.field.name", required: true },
  { kind: "choice", name: "kind", label: "projects.field.kind", enumName: "project_kind" },
  {
    kind: "reference",
    name: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  {
    kind: "money",
    name: "amount",
    label: "project_proposals.field.amount",
    currencyField: "currency",
  },
  {
    kind: "choice",
    name: "billing_interval",
    label: "projects.field.billing_interval",
    enumName: "billing_interval",
    visibleWhen: ({ kind }) => kind === "retainer",
  },
  {
    kind: "hours",
    name: "included_hours",
    label: "projects.field.included_hours",
    visibleWhen: ({ kind }) => kind === "retainer",
  },
  { kind: "date", name: "start_on", label: "project_proposals.field.start_on" },
  { kind: "date", name: "end_on", label: "project_proposals.field.end_on" },
  {
    kind: "date",
    name: "sold_on",
    label: "projects.field.sold_on",
    visibleWhen: ({ kind }) => kind === "oos",
  },
  {
    kind: "reference",
    name: "seller",
    label: "project_proposals.field.seller",
    path: "/employees",
    visibleWhen: ({ kind }) => kind === "oos",
  },
  {
    kind: "switch",
    name: "is_finished",
    label: "project_proposals.field.is_finished",
    visibleWhen: ({ kind }) => kind !== "retainer",
  },
]);
