// The list of margins by client, project, kind, team, person or month, and that of the rows of one.
import { listMarginRows } from "../../../api/shapes/listMarginRows.gen";
import { listMargins } from "../../../api/shapes/listMargins.gen";
import type { Query } from "../../../api/wire";
import { defineList } from "../../../ui/table/listDescription";

export type RowsQuery = Omit<Query<"/margin-rows">, "page" | "per_page" | "sort" | "search">;

/** A record whose margin its page shows. */
export type MarginRecord = {
  noun: "project" | "client";
  api_id: string;
  name: string;
  start_on: string | null;
};

const REQUIRES = "employees.cost_rates";

export const marginsList = defineList(listMargins, {
  file: { list: "margins" },
  requires: REQUIRES,
  searchable: false,
  defaultSort: "margin",
  card: {
    head: "margin",
    about: ["revenue", "cost_of_hours"],
    standing: ["margin_percent", "hours"],
  },
  computed: ["group"],
  columns: [
    { id: "group", label: "margins.field.group", sort: "name" },
    {
      id: "margin",
      label: "margins.field.margin",
      help: "margin.help.margin",
      sort: "margin",
      align: "end",
    },
    {
      id: "margin_percent",
      label: "margins.field.margin_percent",
      help: "margin.help.margin_percent",
      sort: "margin_percent",
      align: "end",
    },
    {
      id: "revenue",
      label: "margins.field.revenue",
      help: "margin.help.revenue",
      sort: "revenue",
      align: "end",
    },
    {
      id: "cost_of_hours",
      label: "margins.field.cost_of_hours",
      help: "margin.help.cost_of_hours",
      sort: "cost_of_hours",
      align: "end",
    },
    {
      id: "external_costs",
      label: "margins.field.external_costs",
      help: "margin.help.external_costs",
      sort: "external_costs",
      align: "end",
    },
    { id: "hours", label: "margins.field.hours", sort: "hours", align: "end" },
    {
      id: "hourly_rate",
      label: "margins.field.hourly_rate",
      help: "margin.help.hourly_rate",
      sort: "hourly_rate",
      align: "end",
    },
    {
      id: "hours_without_rate",
      label: "margins.field.hours_without_rate",
      help: "margin.help.hours_without_rate",
      sort: "hours_without_rate",
      align: "end",
      hidden: true,
    },
  ],
  filters: [
    { kind: "choice", id: "by", label: "margin.filter.by", enumName: "margin_grouping" },
    { kind: "dates", id: "period", label: "margin.filter.period", from: "from", to: "to" },
    {
      kind: "choice",
      id: "kind",
      label: "margin.filter.kind",
      enumName: "project_kind",
      multiple: true,
    },
    { kind: "reference", id: "client", label: "margins.field.client", path: "/clients" },
    { kind: "reference", id: "project", label: "margins.field.project", path: "/projects" },
    { kind: "choice", id: "currency", label: "margin.filter.currency", enumName: "currency" },
  ],
});

/** For the export of the rows of a margin. */
export const marginRowsList = defineList(listMarginRows, {
  file: { list: "margin-rows" },
  requires: REQUIRES,
  searchable: false,
  columns: [
    { id: "part", label: "margins.field.part" },
    { id: "client", label: "margins.field.client" },
    { id: "project", label: "margins.field.project" },
    { id: "employee", label: "margins.field.employee" },
    { id: "description", label: "margins.field.description" },
    { id: "on", label: "margins.field.on" },
    { id: "hours", label: "margins.field.hours" },
    { id: "amount", label: "margins.field.amount" },
    { id: "converted", label: "margins.field.converted" },
  ],
  filters: [],
});
