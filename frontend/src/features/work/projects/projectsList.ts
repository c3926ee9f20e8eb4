// The lists of projects: one per kind, one of all, and one of a client.
import { listProjects } from "../../../api/shapes/listProjects.gen";
import type { ProjectKind, ProjectRow } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { defineList, type ListDescription } from "../../../ui/table/listDescription";
import {
  amountColumn,
  clientColumn,
  clientFilter,
  hideByDefault,
  hoursColumn,
  managerColumn,
  managerFilter,
  numberColumn,
  oosTypeColumn,
  soldOnColumn,
  statusColumn,
} from "../../../ui/table/projectColumns";
import {
  budgetFilter,
  deadlineFilter,
  fixedFilters,
  oosFilters,
  retainerFilters,
} from "./kindFilters";

const ONE_OFF_STATUSES = ["draft", "active", "on_hold", "completed", "cancelled"] as const;
const RETAINER_STATUSES = ["draft", "active", "on_hold", "ended", "cancelled", "churned"] as const;
const ALL_STATUSES = [...ONE_OFF_STATUSES, "ended", "churned"] as const;

const name = { id: "name", label: "projects.field.name", sort: "name" } as const;
const kind = { id: "kind", label: "projects.field.kind" } as const;
const fee = {
  id: "monthly_fee",
  label: "projects.field.monthly_fee",
  sort: "monthly_fee",
  align: "end",
  requires: "projects.mrr",
} as const;
const billingInterval = {
  id: "billing_interval",
  label: "projects.field.billing_interval",
  requires: "projects.mrr",
  hidden: true,
} as const;
const intervalFee = {
  id: "interval_fee",
  label: "projects.field.interval_fee",
  align: "end",
  requires: "projects.mrr",
  hidden: true,
} as const;
const loggedHours = hideByDefault(hoursColumn);
/** Sorted by the last day of unfinished work: finished work comes last. */
const dueOn = { id: "end_on", label: "projects.field.end_on", sort: "due_on" } as const;

/** Optional columns of every list. */
const optionalColumns = [
  { id: "team", label: "projects.field.team", text: true, hidden: true },
  { id: "health", label: "projects.field.health", hidden: true },
  { id: "leaving_on", label: "projects.field.leaving_on", hidden: true },
  { id: "start_on", label: "projects.field.start_on", sort: "start_on", hidden: true },
  { id: "tags", label: "projects.field.tags", hidden: true },
  { id: "updated_at", label: "projects.field.updated_at", sort: "updated_at", hidden: true },
] as const;

const budgetPercent = {
  id: "budget_percent",
  label: "projects.field.budget_percent",
  sort: "budget_percent",
  align: "end",
} as const;
const billedPercent = {
  id: "billed_percent",
  label: "projects.field.billed_percent",
  sort: "billed_percent",
  align: "end",
  requires: "projects.money",
} as const;
const approval = {
  id: "approval",
  label: "projects.field.approval",
  sort: "approval",
} as const;
const seller = { id: "seller", label: "projects.field.sold_by" } as const;
const leftHours = {
  id: "left_hours",
  label: "projects.field.left_hours",
  sort: "left_hours",
  align: "end",
  requires: "retainers.view",
} as const;
const burnPercent = {
  id: "burn_percent",
  label: "projects.field.burn_percent",
  sort: "burn_percent",
  align: "end",
  requires: "retainers.view",
} as const;
const renewsOn = {
  id: "renews_on",
  label: "projects.field.renews_on",
  sort: "renews_on",
} as const;
const autoRenew = {
  id: "auto_renew",
  label: "projects.field.renewal",
  hidden: true,
} as const;
const includedHours = {
  id: "included_hours",
  label: "projects.field.included_hours",
  align: "end",
  hidden: true,
} as const;

type Status = ProjectRow["status"];
const statusFilter = (values: readonly Status[]) =>
  ({
    kind: "choice",
    id: "status",
    label: "projects.field.status",
    values,
    enumName: "project_status",
    multiple: true,
  }) as const;

const otherFilters = [
  managerFilter,
  { kind: "toggle", id: "managed", label: "projects.filter.managed", on: "true" },
  { kind: "reference", id: "team", label: "projects.field.team", path: "/teams" },
  {
    kind: "choice",
    id: "health",
    label: "projects.field.health",
    enumName: "client_health",
    multiple: true,
  },
  { kind: "toggle", id: "leaving", label: "projects.filter.leaving", on: "true" },
  { kind: "toggle", id: "archived", label: "projects.filter.archived", on: "include" },
] as const;

const base = { file: { list: "projects" }, defaultSort: "-updated_at" } as const;

const listsByKind = {
  fixed: defineList(listProjects, {
    ...base,
    defaultSort: "due_on",
    views: "projects.fixed",
    columns: [
      name,
      numberColumn,
      clientColumn,
      statusColumn,
      managerColumn,
      dueOn,
      budgetPercent,
      billedPercent,
      amountColumn,
      loggedHours,
      ...optionalColumns,
    ],
    filters: [statusFilter(ONE_OFF_STATUSES), ...fixedFilters, clientFilter, ...otherFilters],
  }),
  oos: defineList(listProjects, {
    ...base,
    views: "projects.oos",
    columns: [
      name,
      numberColumn,
      clientColumn,
      approval,
      statusColumn,
      seller,
      soldOnColumn,
      dueOn,
      amountColumn,
      hideByDefault(billedPercent),
      oosTypeColumn,
      hideByDefault(managerColumn),
      loggedHours,
      ...optionalColumns,
    ],
    filters: [statusFilter(ONE_OFF_STATUSES), ...oosFilters, clientFilter, ...otherFilters],
  }),
  retainer: defineList(listProjects, {
    ...base,
    views: "projects.retainer",
    columns: [
      name,
      numberColumn,
      clientColumn,
      statusColumn,
      managerColumn,
      fee,
      billingInterval,
      intervalFee,
      leftHours,
      burnPercent,
      renewsOn,
      autoRenew,
      includedHours,
      loggedHours,
      ...optionalColumns,
    ],
    filters: [statusFilter(RETAINER_STATUSES), ...retainerFilters, clientFilter, ...otherFilters],
  }),
};

type List = ListDescription<ProjectRow, ProjectColumn, Query<"/projects">>;

export function projectsList(projectKind: ProjectKind): List {
  return listsByKind[projectKind];
}

const kindFilter = {
  kind: "choice",
  id: "kind",
  label: "projects.field.kind",
  enumName: "project_kind",
  multiple: true,
} as const;

const allKindsColumns = [
  name,
  numberColumn,
  kind,
  clientColumn,
  statusColumn,
  managerColumn,
  hideByDefault(dueOn),
  amountColumn,
  fee,
  hoursColumn,
  ...optionalColumns,
] as const;

/** All kinds, for administrators. */
export const allProjectsList = defineList(listProjects, {
  ...base,
  views: "projects.all",
  columns: allKindsColumns,
  filters: [
    kindFilter,
    statusFilter(ALL_STATUSES),
    deadlineFilter,
    budgetFilter,
    clientFilter,
    ...otherFilters,
  ],
});

/** The projects of one client, without column and filter of the client. */
export const clientProjectsList = defineList(listProjects, {
  ...base,
  columns: allKindsColumns
    .filter(({ id }) => id !== "client")
    .map((column) => (column.id === "account_manager" ? hideByDefault(column) : column)),
  filters: [kindFilter, statusFilter(ALL_STATUSES), ...otherFilters],
});

type ColumnOf<List> = List extends ListDescription<infer _, infer Id> ? Id : never;
export type ProjectColumn = ColumnOf<(typeof listsByKind)[ProjectKind] | typeof allProjectsList>;
