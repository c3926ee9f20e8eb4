// The form fields of a project by its kind.
import { ProjectUpdate } from "../../../api/shapes/ProjectUpdate.gen";
import type { Project, ProjectKind } from "../../../api/types";
import { defineFields, type FormValuesOf } from "../../../ui/form/fields";
import {
  amount,
  currency,
  estimate,
  type Field,
  type Fields,
  hours,
  identity,
  otherFields,
  people,
  rollover,
  sale,
  schedule,
  terms,
} from "./projectFieldGroups";
import { nextStatuses } from "./statuses";

type Values = FormValuesOf<typeof ProjectUpdate>;

const isBilledByMonth = ({ billing_interval }: Values) =>
  billing_interval !== "quarter" && billing_interval !== "year";

/** The fee; a changed fee also has a start and a reason, and earlier months are not affected. */
function feeFields(project: Project | undefined): Fields {
  const stored = project?.monthly_fee;
  const isFeeChanged = (values: Values) => {
    if (stored === undefined || project?.billing_interval == null) return false;
    if (values.billing_interval !== project.billing_interval) return true;
    return isBilledByMonth(values)
      ? values.monthly_fee !== stored?.amount
      : values.interval_fee !== project.interval_fee?.amount;
  };
  const help = project === undefined ? {} : { help: "projects.help.fee" as const };
  return defineFields(ProjectUpdate, [
    {
      kind: "choice",
      name: "billing_interval",
      label: "projects.field.billing_interval",
      enumName: "billing_interval",
      required: true,
    },
    {
      kind: "money",
      name: "monthly_fee",
      label: "projects.field.monthly_fee",
      currencyField: "currency",
      required: true,
      visibleWhen: isBilledByMonth,
      ...help,
    },
    {
      kind: "money",
      name: "interval_fee",
      label: "projects.field.interval_fee",
      currencyField: "currency",
      required: true,
      visibleWhen: (values) => !isBilledByMonth(values),
      ...help,
    },
    {
      kind: "date",
      name: "fee_starts_on",
      label: "projects.field.fee_starts_on",
      required: true,
      visibleWhen: isFeeChanged,
    },
    {
      kind: "text",
      name: "fee_reason",
      label: "projects.field.fee_reason",
      required: true,
      visibleWhen: isFeeChanged,
    },
  ]);
}

function kindFields(kind: ProjectKind, project: Project | undefined): Fields {
  switch (kind) {
    case "fixed":
      return [...currency, ...amount, ...hours, ...estimate];
    case "oos":
      return [...currency, ...amount, ...hours, ...estimate, ...sale];
    case "retainer":
      return [...currency, ...feeFields(project), ...hours, ...terms, ...rollover];
    default:
      // A newer server may have other kinds: the fields that all kinds share.
      return [...currency, ...hours];
  }
}

const MONEY_FIELDS: readonly Field["name"][] = [
  "amount",
  "monthly_fee",
  "billing_interval",
  "interval_fee",
  "hourly_rate",
  "overage_rate",
];

/** The fields for users who may only edit dates and billing. */
const BILLING_FIELDS: ReadonlySet<Field["name"]> = new Set([
  "start_on",
  "end_on",
  "currency",
  "billing_day",
  "term_months",
  "renews_on",
  "fee_starts_on",
  "fee_reason",
  ...MONEY_FIELDS,
]);

/** Whether the user may see and edit a field. */
function isEditable(field: Field, project: Project): boolean {
  const isHidden = MONEY_FIELDS.includes(field.name) && !(field.name in project);
  return !isHidden && (project.can.includes("edit") || BILLING_FIELDS.has(field.name));
}

/** The help of a retainer's last day. */
const withEndHelp = (field: Field): Field =>
  field.name === "end_on" ? { ...field, help: "projects.help.end_on" } : field;

/**
 * The client is fixed once something belongs to it; currency and first day once a month is closed, or something is
 * invoiced or paid; the amount of out-of-scope work once the client has approved it.
 */
function withFixed(field: Field, project: Project): Field {
  const { fixed_by, client_fixed_by, kind, approved_on } = project;
  if (client_fixed_by && field.name === "client")
    return { ...field, fixed: `dated_terms.fixed.${client_fixed_by}` };
  if (fixed_by && (field.name === "currency" || field.name === "start_on"))
    return { ...field, fixed: `dated_terms.fixed.${fixed_by}` };
  if (field.name === "amount" && kind === "oos" && approved_on)
    return { ...field, fixed: "projects.help.amount_approved" };
  return field;
}

export function projectFields(kind: ProjectKind, project?: Project): Fields {
  const status = defineFields(ProjectUpdate, [
    {
      kind: "choice",
      name: "status",
      label: "projects.field.status",
      enumName: "project_status",
      values: project ? nextStatuses(kind, project.status) : ["draft", "active"],
      required: true,
    },
  ]);
  const scheduleFields = project?.kind === "retainer" ? schedule.map(withEndHelp) : schedule;
  const otherGroups = [...people, ...scheduleFields, ...kindFields(kind, project), ...otherFields];
  if (project === undefined) return [...identity, ...status, ...otherGroups];
  return [...identity, ...status, ...otherGroups]
    .filter((field) => isEditable(field, project))
    .map((field) => withFixed(field, project));
}

const RETAINER_TERMS: ReadonlySet<Field["name"]> = new Set([
  "included_hours",
  "overage_rate",
  "rollover",
  "rollover_cap_hours",
  "rollover_expiry_months",
]);

/** The fields whose change holds from today on; a retainer that has not begun has its terms from its first day. */
export function fieldsFromToday(fields: Fields, project: Project, today: string): Fields {
  const neverRan = project.status === "draft" || project.status === "cancelled";
  if (!neverRan && project.start_on < today) return fields;
  return fields.filter(({ name }) => !RETAINER_TERMS.has(name));
}

export function canEdit(project: Project): boolean {
  return project.can.includes("edit") || project.can.includes("edit_billing");
}
