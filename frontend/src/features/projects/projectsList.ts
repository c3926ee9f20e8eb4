// The lists of projects as data: one per kind, each with the columns of its kind, and one of all.
import type { ProjectKind } from "../../api/types";
import {
  amountColumn,
  clientColumn,
  clientFilter,
  hidden,
  hoursColumn,
  managerColumn,
  managerFilter,
  numberColumn,
  oosTypeColumn,
  soldOnColumn,
  statusColumn,
} from "../../ui/projectColumns";
import type {
  ColumnDescription,
  FilterDescription,
  ListDescription,
} from "../../ui/table/listDescription";
import { fixedFilters, oosFilters, retainerFilters } from "./kindFilters";
import { PROJECT_KINDS } from "./kinds";

const ONE_OFF_STATUSES = ["draft", "active", "on_hold", "completed", "cancelled"] as const;
const RETAINER_STATUSES = ["draft", "active", "on_hold", "ended", "cancelled", "churned"] as const;
const ALL_STATUSES = [...ONE_OFF_STATUSES, "ended", "churned"] as const;

const name: ColumnDescription = { id: "name", label: "projects.field.name", sort: "name" };
const kind: ColumnDescription = { id: "kind", label: "projects.field.kind" };
const fee: ColumnDescription = {
  id: "monthly_fee",
  label: "projects.field.monthly_fee",
  sort: "monthly_fee",
  align: "end",
  needs: "projects.mrr",
};
const loggedHours = hidden(hoursColumn);
const endOn: ColumnDescription = { id: "end_on", label: "projects.field.end_on", sort: "end_on" };

/** Columns every list of projects can add. */
const extras: readonly ColumnDescription[] = [
  { id: "team", label: "projects.field.team", hidden: true },
  { id: "health", label: "projects.field.health", hidden: true },
  { id: "start_on", label: "projects.field.start_on", sort: "start_on", hidden: true },
  { id: "tags", label: "projects.field.tags", hidden: true },
  { id: "updated_at", label: "projects.field.updated_at", sort: "updated_at", hidden: true },
];

const budgetPercent: ColumnDescription = {
  id: "budget_percent",
  label: "projects.column.done_percent",
  sort: "budget_percent",
  align: "end",
};
const billedPercent: ColumnDescription = {
  id: "billed_percent",
  label: "projects.column.billed_percent",
  sort: "billed_percent",
  align: "end",
  needs: "projects.money",
};
const approval: ColumnDescription = {
  id: "approval",
  label: "projects.column.approval",
  sort: "approval",
};
const seller: ColumnDescription = { id: "seller", label: "projects.field.sold_by" };
const leftHours: ColumnDescription = {
  id: "left_hours",
  label: "projects.column.left_hours",
  sort: "left_hours",
  align: "end",
  needs: "retainers.view",
};
const burnPercent: ColumnDescription = {
  id: "burn_percent",
  label: "projects.column.burn_percent",
  sort: "burn_percent",
  align: "end",
  needs: "retainers.view",
};
const renewsOn: ColumnDescription = {
  id: "renews_on",
  label: "projects.field.renews_on",
  sort: "renews_on",
};
const autoRenew: ColumnDescription = {
  id: "auto_renew",
  label: "projects.filter.renewal",
  hidden: true,
};
const includedHours: ColumnDescription = {
  id: "included_hours",
  label: "projects.column.included_hours",
  align: "end",
  hidden: true,
};

function projectFilters(statuses: readonly string[]): readonly FilterDescription[] {
  return [
    {
      kind: "choice",
      id: "status",
      label: "projects.field.status",
      values: statuses,
      enumName: "project_status",
      many: true,
    },
    clientFilter,
    managerFilter,
    { kind: "reference", id: "team", label: "projects.field.team", path: "/teams" },
    {
      kind: "choice",
      id: "health",
      label: "projects.field.health",
      values: ["green", "amber", "red"],
      enumName: "client_health",
      many: true,
    },
    { kind: "toggle", id: "archived", label: "projects.filter.archived", on: "include" },
  ];
}

function listOf(
  views: string,
  columns: readonly ColumnDescription[],
  statuses: readonly string[],
  own: readonly FilterDescription[] = [],
) {
  const [status, ...others] = projectFilters(statuses);
  return {
    path: "/projects",
    file: { list: "projects" },
    views,
    defaultSort: "-updated_at",
    columns: [...columns, ...extras],
    filters: [status as FilterDescription, ...own, ...others],
  } satisfies ListDescription;
}

const lists: Record<ProjectKind, ListDescription> = {
  fixed: listOf(
    "projects.fixed",
    [
      name,
      numberColumn,
      clientColumn,
      statusColumn,
      managerColumn,
      amountColumn,
      budgetPercent,
      billedPercent,
      endOn,
      loggedHours,
    ],
    ONE_OFF_STATUSES,
    fixedFilters,
  ),
  oos: listOf(
    "projects.oos",
    [
      name,
      numberColumn,
      clientColumn,
      approval,
      statusColumn,
      seller,
      soldOnColumn,
      amountColumn,
      hidden(billedPercent),
      oosTypeColumn,
      hidden(managerColumn),
      loggedHours,
    ],
    ONE_OFF_STATUSES,
    oosFilters,
  ),
  retainer: listOf(
    "projects.retainer",
    [
      name,
      numberColumn,
      clientColumn,
      statusColumn,
      managerColumn,
      fee,
      leftHours,
      burnPercent,
      renewsOn,
      autoRenew,
      includedHours,
      loggedHours,
    ],
    RETAINER_STATUSES,
    retainerFilters,
  ),
};

export function projectsList(ofKind: ProjectKind): ListDescription {
  return lists[ofKind];
}

const kindFilter: ListDescription["filters"][number] = {
  kind: "choice",
  id: "kind",
  label: "projects.field.kind",
  values: PROJECT_KINDS,
  enumName: "project_kind",
  many: true,
};

const everyKind = listOf(
  "projects.all",
  [
    name,
    numberColumn,
    kind,
    clientColumn,
    statusColumn,
    managerColumn,
    amountColumn,
    fee,
    hoursColumn,
  ],
  ALL_STATUSES,
);

/** Every kind in one list, for administrators. */
export const allProjects: ListDescription = {
  ...everyKind,
  filters: [kindFilter, ...everyKind.filters],
};

/** One client's projects: the client is known, so neither its column nor its filter. */
const { views: _, ...everyProject } = allProjects;
export const clientProjects: ListDescription = {
  ...everyProject,
  columns: allProjects.columns
    .filter((column) => column.id !== "client")
    .map((column) => (column.id === "account_manager" ? { ...column, hidden: true } : column)),
  filters: allProjects.filters.filter((filter) => filter.id !== "client"),
};
