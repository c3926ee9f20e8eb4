// The form fields of an employee, and those that employees edit themselves.
import { EmployeeCreate } from "../../../api/shapes/EmployeeCreate.gen";
import { defineFields } from "../../../ui/form/fields";

/** Users who can sign in. */
const SIGN_IN_STATUSES = { status: ["active", "invited"] } as const;
/** Teamwork users without an employee. */
const UNLINKED = { linked: false };

const phone = {
  kind: "text",
  input: "tel",
  name: "phone",
  label: "employees.field.phone",
} as const;

const preferences = [
  {
    kind: "choice",
    name: "language",
    label: "employees.field.language",
    enumName: "language",
    half: true,
  },
  { kind: "timezone", name: "timezone", label: "employees.field.timezone", half: true },
] as const;

const identity = defineFields(EmployeeCreate, [
  {
    kind: "text",
    name: "first_name",
    label: "employees.field.first_name",
    required: true,
    half: true,
    section: "employees.section.identity",
  },
  {
    kind: "text",
    name: "last_name",
    label: "employees.field.last_name",
    required: true,
    half: true,
  },
  {
    kind: "text",
    input: "email",
    name: "email",
    label: "employees.field.email",
    required: true,
    half: true,
  },
  { ...phone, half: true },
  ...preferences,
]);

const work = defineFields(EmployeeCreate, [
  {
    kind: "text",
    name: "job_title",
    label: "employees.field.job_title",
    half: true,
    section: "employees.section.work",
  },
  {
    kind: "choice",
    name: "department",
    label: "employees.field.department",
    enumName: "department",
    half: true,
  },
  {
    kind: "reference",
    name: "manager",
    label: "employees.field.manager",
    path: "/employees",
    half: true,
  },
  {
    kind: "choice",
    name: "employment",
    label: "employees.field.employment",
    enumName: "employment",
    required: true,
    half: true,
  },
  {
    kind: "date",
    name: "started_on",
    label: "employees.field.started_on",
    required: true,
    half: true,
  },
  {
    kind: "date",
    name: "ended_on",
    label: "employees.field.ended_on",
    help: "employees.help.ended_on",
    half: true,
  },
  {
    kind: "hours",
    name: "capacity_hours_week",
    label: "employees.field.capacity_hours_week",
    required: true,
    half: true,
  },
  {
    kind: "integer",
    name: "utilisation_target",
    label: "employees.field.utilisation_target",
    help: "employees.help.utilisation_target",
    half: true,
  },
  { kind: "switch", name: "is_billable", label: "employees.field.is_billable" },
]);

const rights = defineFields(EmployeeCreate, [
  {
    kind: "reference",
    name: "user",
    label: "employees.field.user",
    help: "employees.help.user",
    path: "/users",
    query: SIGN_IN_STATUSES,
    section: "employees.section.rights",
  },
  {
    kind: "reference",
    name: "teamwork_user_id",
    label: "employees.field.teamwork_user_id",
    help: "employees.help.teamwork_user_id",
    path: "/teamwork-users",
    query: UNLINKED,
    idField: "external_id",
  },
  {
    kind: "choices",
    name: "metric_permissions",
    label: "employees.field.metric_permissions",
    help: "employees.help.metric_permissions",
    enumName: "metric_permission",
  },
  {
    kind: "choices",
    name: "metric_scopes",
    label: "employees.field.metric_scopes",
    enumName: "metric_scope",
  },
]);

const cost = defineFields(EmployeeCreate, [
  {
    kind: "money",
    name: "cost_rate",
    label: "employees.field.cost_rate",
    help: "employees.help.cost_rate",
    currencyField: "cost_currency",
    half: true,
    section: "employees.section.cost",
  },
  {
    kind: "choice",
    name: "cost_currency",
    label: "employees.field.cost_currency",
    enumName: "currency",
    half: true,
  },
  {
    kind: "date",
    name: "cost_starts_on",
    label: "employees.field.cost_starts_on",
    help: "employees.help.cost_starts_on",
    half: true,
  },
]);

export const recordFields = [...identity, ...work, ...rights];

export function employeeFields(canSetCost: boolean) {
  return [...recordFields, ...(canSetCost ? cost : [])];
}

/** The fields that employees edit themselves. */
export const ownFields = defineFields(EmployeeCreate, [phone, ...preferences]);
