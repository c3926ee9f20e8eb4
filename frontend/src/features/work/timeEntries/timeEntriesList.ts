// The lists of time entries: one by one, and grouped, with the same filters.
import { listTimeEntries } from "../../../api/shapes/listTimeEntries.gen";
import { listTimeEntryGroups } from "../../../api/shapes/listTimeEntryGroups.gen";
import type { Query } from "../../../api/wire";
import { TIME_PERMISSIONS } from "../../../session/permissions";
import { defineList } from "../../../ui/table/listDescription";

/** What entries are grouped by. */
export type Grouping = NonNullable<Query<"/time-entry-groups">["by"]>;
export const GROUPINGS = [
  "project",
  "client",
  "employee",
  "task",
  "day",
  "week",
  "month",
] as const satisfies readonly Grouping[];

const filters = [
  {
    kind: "dates",
    id: "worked",
    label: "time_entries.field.worked_on",
    from: "worked_from",
    to: "worked_to",
  },
  {
    kind: "reference",
    id: "employee",
    label: "time_entries.field.employee",
    path: "/employees",
  },
  { kind: "reference", id: "client", label: "time_entries.field.client", path: "/clients" },
  { kind: "reference", id: "project", label: "time_entries.field.project", path: "/projects" },
  { kind: "reference", id: "task", label: "time_entries.field.task", path: "/time-entry-tasks" },
  { kind: "reference", id: "team", label: "time_entries.field.team", path: "/teams" },
  {
    kind: "choice",
    id: "kind",
    label: "time_entries.field.kind",
    enumName: "project_kind",
    multiple: true,
  },
  {
    kind: "choice",
    id: "billable",
    label: "time_entries.field.billable",
    labels: { true: "time_entries.billable.yes", false: "time_entries.billable.no" },
  },
  {
    kind: "choice",
    id: "period",
    label: "time_entries.field.period",
    enumName: "retainer_period_status",
    multiple: true,
  },
  {
    kind: "choice",
    id: "unmatched",
    label: "time_entries.field.unmatched",
    labels: {
      person: "time_entries.unmatched.person",
      project: "time_entries.unmatched.project",
      client: "time_entries.unmatched.client",
      task: "time_entries.unmatched.task",
      day: "time_entries.unmatched.day",
    },
    multiple: true,
  },
] as const;

const entryColumns = [
  { id: "worked_on", label: "time_entries.field.worked_on", sort: "worked_on" },
  { id: "employee", label: "time_entries.field.employee" },
  { id: "client", label: "time_entries.field.client" },
  { id: "project", label: "time_entries.field.project" },
  { id: "task", label: "time_entries.field.task", text: true },
  { id: "description", label: "time_entries.field.description", text: true },
  { id: "hours", label: "time_entries.field.hours", sort: "hours", align: "end" },
  { id: "is_billable", label: "time_entries.field.billable" },
  { id: "source", label: "time_entries.field.source" },
  { id: "project_kind", label: "time_entries.field.kind", hidden: true },
  {
    id: "period",
    label: "time_entries.field.period",
    help: "time_entries.help.period",
    hidden: true,
  },
  {
    id: "minutes",
    label: "time_entries.field.minutes",
    help: "time_entries.help.minutes",
    align: "end",
    hidden: true,
  },
  { id: "synced_at", label: "time_entries.field.synced_at", hidden: true },
] as const;

const base = {
  defaultSort: "-worked_on",
  computed: ["employee", "source"],
  searchable: false,
  requires: TIME_PERMISSIONS,
} as const;

export const timeEntriesList = defineList(listTimeEntries, {
  ...base,
  file: { list: "time-entries" },
  views: "time-entries",
  card: {
    head: "hours",
    about: ["employee", "project"],
    standing: ["task", "is_billable", "source"],
  },
  columns: entryColumns,
  filters,
});

const groupColumns = [
  { id: "group", label: "time_entries.field.group", sort: "name" },
  { id: "share_percent", label: "time_entries.field.share_percent" },
  { id: "hours", label: "time_entries.field.hours", sort: "hours", align: "end" },
  {
    id: "billable_hours",
    label: "time_entries.field.billable_hours",
    sort: "billable_hours",
    align: "end",
  },
  { id: "entries", label: "time_entries.field.entries", sort: "entries", align: "end" },
] as const;

const groupBase = {
  file: { list: "time-entry-groups" },
  computed: ["group"],
  searchable: false,
  requires: TIME_PERMISSIONS,
  columns: groupColumns,
} as const;

export const timeGroupsList = defineList(listTimeEntryGroups, { ...groupBase, filters });

/** The records whose pages have a tab of hours. */
export type HoursOwner = "client" | "project" | "employee";

/** Grouped, and one by one, without what the record implies; the period has its own control. */
function recordLists(owner: HoursOwner, implied: readonly string[]) {
  const isOpen = ({ id }: { id: string }) => id !== owner && !implied.includes(id);
  const openFilters = filters.filter((filter) => filter.id !== "worked" && isOpen(filter));
  return {
    groups: defineList(listTimeEntryGroups, { ...groupBase, filters: openFilters }),
    entries: defineList(listTimeEntries, {
      ...base,
      file: { list: "time-entries" },
      columns: entryColumns.filter(isOpen),
      filters: openFilters,
    }),
  };
}

export const RECORD_LISTS = {
  client: recordLists("client", []),
  project: recordLists("project", ["client", "kind", "project_kind"]),
  employee: recordLists("employee", ["team"]),
};

/** The first is the default. */
export const RECORD_GROUPINGS = {
  client: ["employee", "project", "task", "week", "month"],
  project: ["employee", "task", "week", "month"],
  employee: ["project", "task", "week", "month"],
} as const satisfies Record<HoursOwner, readonly Grouping[]>;
