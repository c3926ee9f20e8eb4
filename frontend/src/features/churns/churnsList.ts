// The list of lost retainers as data: what can be shown, sorted and filtered.
import { type ListDescription, OWN_CHOICE } from "../../ui/table/listDescription";

const columns: ListDescription["columns"] = [
  { id: "project", label: "churns.field.project", sort: "project" },
  { id: "client", label: "churns.field.client", sort: "client" },
  { id: "effective_on", label: "churns.field.effective_on", sort: "effective_on" },
  {
    id: "mrr_lost",
    label: "churns.field.mrr_lost",
    help: "churns.help.mrr_lost",
    sort: "mrr_lost",
    align: "end",
    needs: "projects.mrr",
  },
  { id: "scope", label: "churns.field.scope" },
  { id: "reason", label: "churns.field.reason" },
  { id: "attribution", label: "churns.field.attribution" },
  { id: "state", label: "churns.field.state" },
  { id: "account_manager", label: "churns.field.account_manager", hidden: true },
  { id: "initiated_by", label: "churns.field.initiated_by", hidden: true },
  { id: "preventable", label: "churns.field.preventable", hidden: true },
  { id: "notice_on", label: "churns.field.notice_on", sort: "notice_on", hidden: true },
  {
    id: "tenure_months",
    label: "churns.field.tenure_months",
    sort: "tenure_months",
    align: "end",
    hidden: true,
  },
  { id: "competitor", label: "churns.field.competitor", hidden: true },
  { id: "won_back_on", label: "churns.field.won_back_on", hidden: true },
  { id: "created_at", label: "churns.field.created_at", sort: "created_at", hidden: true },
];

const filters: ListDescription["filters"] = [
  {
    kind: "choice",
    id: "state",
    label: "churns.field.state",
    values: ["recorded", "confirmed", "voided", "won_back"],
    enumName: "churn_state",
    many: true,
  },
  {
    kind: "choice",
    id: "scope",
    label: "churns.field.scope",
    values: ["project", "logo"],
    enumName: "churn_scope",
  },
  {
    kind: "choice",
    id: "reason",
    label: "churns.field.reason",
    values: OWN_CHOICE,
    enumName: "churn_reason",
    many: true,
  },
  {
    kind: "dates",
    id: "effective",
    label: "churns.field.effective_on",
    from: "effective_from",
    to: "effective_to",
  },
  { kind: "reference", id: "client", label: "churns.field.client", path: "/clients" },
  {
    kind: "reference",
    id: "account_manager",
    label: "churns.field.account_manager",
    path: "/account-managers",
  },
  { kind: "reference", id: "employee", label: "churns.field.employee", path: "/employees" },
  {
    kind: "choice",
    id: "preventable",
    label: "churns.field.preventable",
    values: ["true", "false"],
    words: { true: "churns.preventable.yes", false: "churns.preventable.no" },
  },
  {
    kind: "choice",
    id: "initiated_by",
    label: "churns.field.initiated_by",
    values: ["client", "agency"],
    enumName: "churn_initiator",
  },
  {
    kind: "choice",
    id: "tenure",
    label: "churns.field.tenure_months",
    values: ["under_6", "6_to_11", "12_to_23", "24_to_35", "36_and_more"],
    words: {
      under_6: "churns.tenure.under_6",
      "6_to_11": "churns.tenure.6_to_11",
      "12_to_23": "churns.tenure.12_to_23",
      "24_to_35": "churns.tenure.24_to_35",
      "36_and_more": "churns.tenure.36_and_more",
    },
  },
  {
    kind: "choice",
    id: "currency",
    label: "churns.field.currency",
    values: ["CAD", "USD", "EUR", "GBP"],
    enumName: "currency",
  },
];

export const churnsList: ListDescription = {
  path: "/churn-events",
  file: { list: "churn-events" },
  views: "churn-events",
  needs: "churns.view",
  defaultSort: "-effective_on",
  columns,
  filters,
};
