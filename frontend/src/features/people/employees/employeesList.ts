// The lists of employees: the directory, and the full list for users with permission.
import { listEmployees } from "../../../api/shapes/listEmployees.gen";
import { defineList } from "../../../ui/table/listDescription";

const VIEW_EMPLOYEES = "employees.view";

/** The directory: name, job title and email. */
export const directoryList = defineList(listEmployees, {
  file: { list: "employees" },
  defaultSort: "name",
  requires: "directory.view",
  columns: [
    { id: "name", label: "employees.field.name", sort: "name" },
    { id: "job_title", label: "employees.field.job_title", sort: "job_title", text: true },
    { id: "email", label: "employees.field.email", text: true },
  ],
  filters: [],
});

export const employeesList = defineList(listEmployees, {
  file: { list: "employees" },
  defaultSort: "name",
  card: { head: "status", about: ["job_title", "department"], standing: ["teams"] },
  computed: ["links"],
  requires: VIEW_EMPLOYEES,
  views: "employees",
  columns: [
    { id: "name", label: "employees.field.name", sort: "name" },
    { id: "job_title", label: "employees.field.job_title", sort: "job_title", text: true },
    {
      id: "department",
      label: "employees.field.department",
      sort: "department",
      requires: VIEW_EMPLOYEES,
    },
    { id: "status", label: "employees.field.status", requires: VIEW_EMPLOYEES },
    { id: "manager", label: "employees.field.manager", text: true, requires: VIEW_EMPLOYEES },
    { id: "teams", label: "employees.field.teams", text: true, requires: VIEW_EMPLOYEES },
    {
      id: "capacity_hours_week",
      label: "employees.field.capacity_hours_week",
      sort: "capacity_hours_week",
      align: "end",
      requires: VIEW_EMPLOYEES,
    },
    { id: "email", label: "employees.field.email", text: true, hidden: true },
    {
      id: "employment",
      label: "employees.field.employment",
      requires: VIEW_EMPLOYEES,
      hidden: true,
    },
    {
      id: "started_on",
      label: "employees.field.started_on",
      sort: "started_on",
      requires: VIEW_EMPLOYEES,
      hidden: true,
    },
    { id: "ended_on", label: "employees.field.ended_on", requires: VIEW_EMPLOYEES, hidden: true },
    {
      id: "is_billable",
      label: "employees.field.is_billable",
      requires: VIEW_EMPLOYEES,
      hidden: true,
    },
    {
      id: "user",
      label: "employees.field.user",
      text: true,
      requires: VIEW_EMPLOYEES,
      hidden: true,
    },
    { id: "links", label: "employees.field.teamwork", requires: VIEW_EMPLOYEES, hidden: true },
    {
      id: "updated_at",
      label: "employees.field.updated_at",
      sort: "updated_at",
      requires: VIEW_EMPLOYEES,
      hidden: true,
    },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "employees.field.status",
      enumName: "employee_status",
      multiple: true,
    },
    {
      kind: "choice",
      id: "department",
      label: "employees.field.department",
      enumName: "department",
      multiple: true,
    },
    {
      kind: "choice",
      id: "employment",
      label: "employees.field.employment",
      enumName: "employment",
      multiple: true,
    },
    { kind: "reference", id: "team", label: "employees.field.teams", path: "/teams" },
    {
      kind: "reference",
      id: "manager",
      label: "employees.field.manager",
      path: "/employees",
    },
    {
      kind: "choice",
      id: "has_user",
      label: "employees.filter.has_user",
      labels: { true: "employees.filter.with_user", false: "employees.filter.without_user" },
    },
    {
      kind: "choice",
      id: "has_teamwork",
      label: "employees.filter.has_teamwork",
      labels: { true: "employees.filter.linked", false: "employees.filter.unlinked" },
    },
  ],
});
