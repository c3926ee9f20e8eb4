// The list of people of the agency as data; what only those see who may view employees is for them alone.
import type { ListDescription } from "../../ui/table/listDescription";

const NEEDS = "employees.view";
const STATUSES = ["active", "on_leave", "left"] as const;
const EMPLOYMENTS = ["full", "part", "contractor"] as const;
export const DEPARTMENTS = [
  "accounts",
  "strategy",
  "design",
  "development",
  "content",
  "media",
  "production",
  "finance",
  "people",
  "management",
  "other",
] as const;

/** Everybody's directory: names, work addresses and what people do. */
export const directoryList: ListDescription = {
  path: "/employees",
  file: { list: "employees" },
  defaultSort: "name",
  needs: "directory.view",
  columns: [
    { id: "name", label: "employees.field.name", sort: "name" },
    { id: "job_title", label: "employees.field.job_title", sort: "job_title" },
    { id: "email", label: "employees.field.email" },
  ],
  filters: [],
};

export const employeesList: ListDescription = {
  ...directoryList,
  needs: NEEDS,
  views: "employees",
  columns: [
    { id: "name", label: "employees.field.name", sort: "name" },
    { id: "job_title", label: "employees.field.job_title", sort: "job_title" },
    {
      id: "department",
      label: "employees.field.department",
      sort: "department",
      needs: NEEDS,
    },
    { id: "status", label: "employees.field.status", needs: NEEDS },
    { id: "manager", label: "employees.field.manager", needs: NEEDS },
    { id: "teams", label: "employees.field.teams", needs: NEEDS },
    {
      id: "capacity_hours_week",
      label: "employees.field.capacity_hours_week",
      sort: "capacity_hours_week",
      align: "end",
      needs: NEEDS,
    },
    { id: "email", label: "employees.field.email", hidden: true },
    { id: "employment", label: "employees.field.employment", needs: NEEDS, hidden: true },
    {
      id: "started_on",
      label: "employees.field.started_on",
      sort: "started_on",
      needs: NEEDS,
      hidden: true,
    },
    { id: "ended_on", label: "employees.field.ended_on", needs: NEEDS, hidden: true },
    { id: "is_billable", label: "employees.field.is_billable", needs: NEEDS, hidden: true },
    { id: "user", label: "employees.field.user", needs: NEEDS, hidden: true },
    { id: "links", label: "employees.field.teamwork", needs: NEEDS, hidden: true },
    {
      id: "updated_at",
      label: "employees.field.updated_at",
      sort: "updated_at",
      needs: NEEDS,
      hidden: true,
    },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "employees.field.status",
      values: STATUSES,
      enumName: "employee_status",
      many: true,
    },
    {
      kind: "choice",
      id: "department",
      label: "employees.field.department",
      values: DEPARTMENTS,
      enumName: "department",
      many: true,
    },
    {
      kind: "choice",
      id: "employment",
      label: "employees.field.employment",
      values: EMPLOYMENTS,
      enumName: "employment",
      many: true,
    },
    { kind: "reference", id: "team", label: "employees.field.teams", path: "/teams" },
    { kind: "reference", id: "manager", label: "employees.field.manager", path: "/employees" },
    {
      kind: "choice",
      id: "has_user",
      label: "employees.filter.has_user",
      values: ["true", "false"],
      words: { true: "employees.filter.with_user", false: "employees.filter.without_user" },
    },
    {
      kind: "choice",
      id: "has_teamwork",
      label: "employees.filter.has_teamwork",
      values: ["true", "false"],
      words: { true: "employees.filter.linked", false: "employees.filter.unlinked" },
    },
  ],
};
