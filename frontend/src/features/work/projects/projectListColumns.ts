// The columns of the lists of projects, beside those that they share with other lists.
import { hideByDefault, hoursColumn } from "../../../ui/table/projectColumns";

export const name = { id: "name", label: "projects.field.name", sort: "name" } as const;
export const kind = { id: "kind", label: "projects.field.kind" } as const;
export const fee = {
  id: "monthly_fee",
  label: "projects.field.monthly_fee",
  sort: "monthly_fee",
  align: "end",
  requires: "projects.mrr",
} as const;
export const billingInterval = {
  id: "billing_interval",
  label: "projects.field.billing_interval",
  requires: "projects.mrr",
  hidden: true,
} as const;
export const intervalFee = {
  id: "interval_fee",
  label: "projects.field.interval_fee",
  align: "end",
  requires: "projects.mrr",
  hidden: true,
} as const;
export const loggedHours = hideByDefault(hoursColumn);
/** Sorted by the last day of unfinished work: finished work comes last. */
export const dueOn = { id: "end_on", label: "projects.field.end_on", sort: "due_on" } as const;

/** Optional columns of every list. */
export const optionalColumns = [
  { id: "team", label: "projects.field.team", text: true, hidden: true },
  { id: "health", label: "projects.field.health", hidden: true },
  { id: "leaving_on", label: "projects.field.leaving_on", hidden: true },
  { id: "start_on", label: "projects.field.start_on", sort: "start_on", hidden: true },
  { id: "tags", label: "projects.field.tags", hidden: true },
  { id: "updated_at", label: "projects.field.updated_at", sort: "updated_at", hidden: true },
] as const;

export const budgetPercent = {
  id: "budget_percent",
  label: "projects.field.budget_percent",
  sort: "budget_percent",
  align: "end",
} as const;
export const billedPercent = {
  id: "billed_percent",
  label: "projects.field.billed_percent",
  sort: "billed_percent",
  align: "end",
  requires: "projects.money",
} as const;
export const approval = {
  id: "approval",
  label: "projects.field.approval",
  sort: "approval",
} as const;
export const seller = { id: "seller", label: "projects.field.sold_by" } as const;
export const leftHours = {
  id: "left_hours",
  label: "projects.field.left_hours",
  sort: "left_hours",
  align: "end",
  requires: "retainers.view",
} as const;
export const burnPercent = {
  id: "burn_percent",
  label: "projects.field.burn_percent",
  sort: "burn_percent",
  align: "end",
  requires: "retainers.view",
} as const;
export const renewsOn = {
  id: "renews_on",
  label: "projects.field.renews_on",
  sort: "renews_on",
} as const;
export const autoRenew = {
  id: "auto_renew",
  label: "projects.field.renewal",
  hidden: true,
} as const;
export const includedHours = {
  id: "included_hours",
  label: "projects.field.included_hours",
  align: "end",
  hidden: true,
} as const;
