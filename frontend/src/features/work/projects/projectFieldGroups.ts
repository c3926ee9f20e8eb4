// The groups of form fields of a project.
import { ProjectCreate } from "../../../api/shapes/ProjectCreate.gen";
import type { Schemas } from "../../../api/wire";
import { defineFields, type FieldDescription, type FormValuesOf } from "../../../ui/form/fields";

type FieldName = keyof (Schemas["ProjectCreate"] & Schemas["ProjectUpdate"]);
export type Field = FieldDescription<FieldName>;
export type Fields = readonly Field[];

export const identity = defineFields(ProjectCreate, [
  {
    kind: "text",
    name: "name",
    label: "projects.field.name",
    required: true,
    section: "projects.section.identity",
  },
  {
    kind: "reference",
    name: "client",
    label: "projects.field.client",
    path: "/clients",
    required: true,
  },
]);

export const people = defineFields(ProjectCreate, [
  {
    kind: "reference",
    name: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
    required: true,
    section: "projects.section.people",
  },
  {
    kind: "reference",
    name: "project_manager",
    label: "projects.field.project_manager",
    path: "/employees",
  },
  { kind: "reference", name: "team", label: "projects.field.team", path: "/teams" },
  { kind: "references", name: "members", label: "projects.field.members", path: "/employees" },
]);

export const schedule = defineFields(ProjectCreate, [
  {
    kind: "date",
    name: "start_on",
    label: "projects.field.start_on",
    required: true,
    section: "projects.section.schedule",
  },
  { kind: "date", name: "end_on", label: "projects.field.end_on" },
]);

export const currency = defineFields(ProjectCreate, [
  {
    kind: "choice",
    name: "currency",
    label: "projects.field.currency",
    enumName: "currency",
    required: true,
    section: "projects.section.money",
  },
]);

export const amount = defineFields(ProjectCreate, [
  {
    kind: "money",
    name: "amount",
    label: "projects.field.amount",
    currencyField: "currency",
    required: true,
  },
]);

export const hours = defineFields(ProjectCreate, [
  {
    kind: "money",
    name: "hourly_rate",
    label: "projects.field.hourly_rate",
    currencyField: "currency",
  },
  { kind: "hours", name: "budget_hours", label: "projects.field.budget_hours" },
  {
    kind: "choice",
    name: "counted_hours",
    label: "projects.field.counted_hours",
    enumName: "counted_hours",
  },
]);

export const estimate = defineFields(ProjectCreate, [
  {
    kind: "integer",
    name: "percent_done",
    label: "projects.field.percent_done",
    help: "projects.help.percent_done",
  },
]);

export const sale = defineFields(ProjectCreate, [
  {
    kind: "date",
    name: "sold_on",
    label: "projects.field.sold_on",
    required: true,
    section: "projects.section.sale",
  },
  {
    kind: "weights",
    name: "sold_by",
    label: "projects.field.sold_by",
    help: "projects.help.sold_by",
    path: "/employees",
    required: true,
  },
  { kind: "choice", name: "oos_type", label: "projects.field.oos_type", enumName: "oos_type" },
  {
    kind: "reference",
    name: "parent_project",
    label: "projects.field.parent_project",
    path: "/projects",
  },
]);

export const terms = defineFields(ProjectCreate, [
  {
    kind: "hours",
    name: "included_hours",
    label: "projects.field.included_hours",
    help: "projects.help.included_hours",
    section: "projects.section.retainer",
  },
  {
    kind: "money",
    name: "overage_rate",
    label: "projects.field.overage_rate",
    currencyField: "currency",
  },
  {
    kind: "integer",
    name: "billing_day",
    label: "projects.field.billing_day",
    help: "projects.help.billing_day",
  },
  { kind: "integer", name: "term_months", label: "projects.field.term_months" },
  { kind: "date", name: "renews_on", label: "projects.field.renews_on" },
  { kind: "switch", name: "auto_renew", label: "projects.field.auto_renew" },
  { kind: "integer", name: "notice_days", label: "projects.field.notice_days" },
]);

const rollsOver = ({ rollover }: FormValuesOf<typeof ProjectCreate>) =>
  rollover === "surplus" || rollover === "both";

export const rollover = defineFields(ProjectCreate, [
  {
    kind: "choice",
    name: "rollover",
    label: "projects.field.rollover",
    enumName: "rollover",
    section: "projects.section.rollover",
  },
  {
    kind: "hours",
    name: "rollover_cap_hours",
    label: "projects.field.rollover_cap_hours",
    visibleWhen: rollsOver,
  },
  {
    kind: "integer",
    name: "rollover_expiry_months",
    label: "projects.field.rollover_expiry_months",
    visibleWhen: rollsOver,
  },
]);

export const otherFields = defineFields(ProjectCreate, [
  {
    kind: "choice",
    name: "health",
    label: "projects.field.health",
    enumName: "client_health",
    section: "projects.section.more",
  },
  { kind: "tags", name: "tags", label: "projects.field.tags" },
  { kind: "textarea", name: "description", label: "projects.field.description" },
]);
