// The filters that only one kind of projects has.
import { oosTypeFilter, soldFilter } from "../../../ui/table/projectColumns";

/** Whether a project has scheduled payments, as far as the user may see them. */
const paymentsFilter = {
  kind: "choice",
  id: "scheduled",
  label: "projects.filter.payments",
  labels: { true: "projects.filter.some_payments", false: "projects.filter.no_payments" },
} as const;

export const deadlineFilter = {
  kind: "choice",
  id: "deadline",
  label: "projects.field.deadline",
  enumName: "project_deadline",
  multiple: true,
} as const;

export const budgetFilter = {
  kind: "choice",
  id: "over_budget",
  label: "projects.column.budget_percent",
  labels: { true: "projects.filter.over_budget", false: "projects.filter.within_budget" },
} as const;

export const fixedFilters = [
  deadlineFilter,
  {
    kind: "dates",
    id: "ends",
    label: "projects.field.end_on",
    from: "ends_from",
    to: "ends_to",
  },
  budgetFilter,
  paymentsFilter,
] as const;

export const oosFilters = [
  deadlineFilter,
  {
    kind: "choice",
    id: "approval",
    label: "projects.field.approval",
    enumName: "oos_approval",
    multiple: true,
  },
  soldFilter,
  { kind: "reference", id: "seller", label: "projects.field.sold_by", path: "/employees" },
  oosTypeFilter,
  paymentsFilter,
] as const;

export const retainerFilters = [
  {
    kind: "choice",
    id: "burn",
    label: "projects.filter.burn",
    enumName: "retainer_burn",
    multiple: true,
  },
  {
    kind: "dates",
    id: "open",
    label: "projects.filter.first_open_month",
    from: "open_from",
    to: "open_to",
  },
  {
    kind: "choice",
    id: "opening",
    label: "projects.filter.opening",
    enumName: "opening_balance",
    multiple: true,
  },
  {
    kind: "dates",
    id: "renews",
    label: "projects.field.renews_on",
    from: "renews_from",
    to: "renews_to",
  },
  {
    kind: "choice",
    id: "auto_renew",
    label: "projects.field.renewal",
    labels: { true: "projects.filter.by_itself", false: "projects.filter.by_hand" },
  },
  {
    kind: "choice",
    id: "rollover",
    label: "projects.field.rollover",
    enumName: "rollover",
    multiple: true,
  },
] as const;
