// The lists of external costs, of one project and of all: columns and filters.
import { listProjectCosts } from "../../../api/shapes/listProjectCosts.gen";
import { defineList } from "../../../ui/table/listDescription";

export const COSTS_PATH = "/project-costs";

export type CostProject = { api_id: string; currency: string };

const RECORD_COLUMNS = [
  { id: "client", label: "project_costs.field.client", sort: "client" },
  { id: "project", label: "project_costs.field.project", sort: "project" },
] as const;
const COLUMNS = [
  { id: "incurred_on", label: "project_costs.field.incurred_on", sort: "incurred_on" },
  { id: "description", label: "project_costs.field.description", text: true },
  { id: "supplier", label: "project_costs.field.supplier", text: true },
  { id: "amount", label: "project_costs.field.amount", sort: "amount", align: "end" },
] as const;
const RECORD_FILTERS = [
  { kind: "reference", id: "client", label: "project_costs.field.client", path: "/clients" },
  { kind: "reference", id: "project", label: "project_costs.field.project", path: "/projects" },
] as const;
const FILTERS = [
  {
    kind: "dates",
    id: "incurred_on",
    label: "project_costs.field.incurred_on",
    from: "incurred_from",
    to: "incurred_to",
  },
  {
    kind: "choice",
    id: "currency",
    label: "project_costs.field.currency",
    enumName: "currency",
    multiple: true,
  },
] as const;
const COMMON = {
  file: { list: "project-costs" },
  requires: "employees.cost_rates",
  defaultSort: "-incurred_on",
} as const;

export const costsList = defineList(listProjectCosts, {
  ...COMMON,
  columns: [...RECORD_COLUMNS, ...COLUMNS],
  filters: [...RECORD_FILTERS, ...FILTERS],
});

export const projectCostsList = defineList(listProjectCosts, {
  ...COMMON,
  columns: [...COLUMNS],
  filters: [...FILTERS],
});
