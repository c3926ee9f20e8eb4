// The lists of projects as data: one per kind, each with the columns of its kind, and one of all.
import type { ProjectKind } from "../../api/types";
import type { ColumnDescription, ListDescription } from "../../ui/table/listDescription";

export const PROJECT_KINDS = ["fixed", "oos", "retainer"] as const satisfies ProjectKind[];

const ONE_OFF_STATUSES = ["draft", "active", "on_hold", "completed", "cancelled"] as const;
const RETAINER_STATUSES = ["draft", "active", "on_hold", "ended", "cancelled", "churned"] as const;
const ALL_STATUSES = [...ONE_OFF_STATUSES, "ended", "churned"] as const;

const name: ColumnDescription = { id: "name", label: "projects.field.name", sort: "name" };
const number: ColumnDescription = {
  id: "number",
  label: "projects.field.number",
  sort: "number",
  hidden: true,
};
const client: ColumnDescription = { id: "client", label: "projects.field.client", sort: "client" };
const status: ColumnDescription = { id: "status", label: "projects.field.status", sort: "status" };
const manager: ColumnDescription = {
  id: "account_manager",
  label: "projects.field.account_manager",
};
const kind: ColumnDescription = { id: "kind", label: "projects.field.kind" };
const amount: ColumnDescription = {
  id: "amount",
  label: "projects.field.amount",
  sort: "amount",
  align: "end",
  needs: "projects.money",
};
const fee: ColumnDescription = {
  id: "monthly_fee",
  label: "projects.field.monthly_fee",
  sort: "monthly_fee",
  align: "end",
  needs: "projects.money",
};
const hours: ColumnDescription = {
  id: "hours_logged",
  label: "projects.field.hours_logged",
  sort: "hours_logged",
  align: "end",
};
const endOn: ColumnDescription = { id: "end_on", label: "projects.field.end_on", sort: "end_on" };

/** Columns every list of projects can add. */
const extras: readonly ColumnDescription[] = [
  { id: "team", label: "projects.field.team", hidden: true },
  { id: "health", label: "projects.field.health", hidden: true },
  { id: "start_on", label: "projects.field.start_on", sort: "start_on", hidden: true },
  { id: "tags", label: "projects.field.tags", hidden: true },
  { id: "updated_at", label: "projects.field.updated_at", sort: "updated_at", hidden: true },
];

function projectFilters(statuses: readonly string[]): ListDescription["filters"] {
  return [
    {
      kind: "choice",
      id: "status",
      label: "projects.field.status",
      values: statuses,
      enumName: "project_status",
      many: true,
    },
    { kind: "reference", id: "client", label: "projects.field.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "projects.field.account_manager",
      path: "/account-managers",
    },
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

function listOf(columns: readonly ColumnDescription[], statuses: readonly string[]) {
  return {
    path: "/projects",
    defaultSort: "-updated_at",
    columns: [...columns, ...extras],
    filters: projectFilters(statuses),
  } satisfies ListDescription;
}

const lists: Record<ProjectKind, ListDescription> = {
  fixed: listOf([name, number, client, status, manager, amount, hours, endOn], ONE_OFF_STATUSES),
  oos: listOf(
    [
      name,
      number,
      client,
      status,
      manager,
      { id: "sold_on", label: "projects.field.sold_on", sort: "sold_on" },
      amount,
      hours,
    ],
    ONE_OFF_STATUSES,
  ),
  retainer: listOf(
    [
      name,
      number,
      client,
      status,
      manager,
      fee,
      { id: "included_hours", label: "projects.column.included_hours", align: "end" },
      hours,
      { id: "renews_on", label: "projects.field.renews_on", sort: "renews_on" },
    ],
    RETAINER_STATUSES,
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
  [name, number, kind, client, status, manager, amount, fee, hours],
  ALL_STATUSES,
);

/** Every kind in one list, for administrators. */
export const allProjects: ListDescription = {
  ...everyKind,
  filters: [kindFilter, ...everyKind.filters],
};

/** One client's projects: the client is known, so neither its column nor its filter. */
export const clientProjects: ListDescription = {
  ...allProjects,
  columns: allProjects.columns
    .filter((column) => column.id !== "client")
    .map((column) => (column.id === "account_manager" ? { ...column, hidden: true } : column)),
  filters: allProjects.filters.filter((filter) => filter.id !== "client"),
};
