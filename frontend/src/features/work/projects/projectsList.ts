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
import {
  approval,
  autoRenew,
  billedPercent,
  billingInterval,
  budgetPercent,
  burnPercent,
  dueOn,
  fee,
  includedHours,
  intervalFee,
  kind,
  leftHours,
  loggedHours,
  name,
  optionalColumns,
  renewsOn,
  seller,
} from "./projectListColumns";

const ONE_OFF_STATUSES = ["draft", "active", "on_hold", "completed", "cancelled"] as const;
const RETAINER_STATUSES = ["draft", "active", "on_hold", "ended", "cancelled", "churned"] as const;
const ALL_STATUSES = [...ONE_OFF_STATUSES, "ended", "churned"] as const;

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
    card: { head: "amount", about: ["client", "budget_percent"], standing: ["status", "end_on"] },
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
    card: { head: "amount", about: ["client", "sold_on"], standing: ["approval", "status"] },
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
    card: { head: "status", about: ["client"], standing: ["left_hours", "monthly_fee"] },
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
  card: {
    head: "status",
    about: ["client", "kind"],
    standing: ["amount", "monthly_fee", "hours_logged"],
  },
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
  card: { head: "status", about: ["kind"], standing: ["amount", "monthly_fee", "hours_logged"] },
  columns: allKindsColumns
    .filter(({ id }) => id !== "client")
    .map((column) => (column.id === "account_manager" ? hideByDefault(column) : column)),
  filters: [kindFilter, statusFilter(ALL_STATUSES), ...otherFilters],
});

type ColumnOf<List> = List extends ListDescription<infer _, infer Id> ? Id : never;
export type ProjectColumn = ColumnOf<(typeof listsByKind)[ProjectKind] | typeof allProjectsList>;
