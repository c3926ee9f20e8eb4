// A project's fields by kind, once for creating and editing.
import { ProjectUpdate } from "../../../api/shapes/ProjectUpdate.gen";
import type { Project, ProjectKind } from "../../../api/types";
import { defineFields, type FormValuesOf } from "../../../ui/form/fields";
import {
  amount,
  currency,
  type Field,
  type Fields,
  hours,
  identity,
  more,
  ofOneClient,
  people,
  rollover,
  sale,
  schedule,
  terms,
} from "./projectFieldGroups";
import { nextStatuses } from "./statuses";

/** The fee, and on a change of it, from when and why: earlier months keep theirs. */
function feeFields(before: string | undefined): Fields {
  const feeChanged = (values: FormValuesOf<typeof ProjectUpdate>) =>
    before !== undefined && values.monthly_fee !== before;
  return defineFields(ProjectUpdate, [
    {
      kind: "money",
      name: "monthly_fee",
      label: "projects.field.monthly_fee",
      currencyField: "currency",
      required: true,
      ...(before === undefined ? {} : { help: "projects.help.fee" as const }),
    },
    {
      kind: "date",
      name: "fee_starts_on",
      label: "projects.field.fee_starts_on",
      required: true,
      visibleWhen: feeChanged,
    },
    {
      kind: "text",
      name: "fee_reason",
      label: "projects.field.fee_reason",
      required: true,
      visibleWhen: feeChanged,
    },
  ]);
}

function ofKind(kind: ProjectKind, project: Project | undefined): Fields {
  switch (kind) {
    case "fixed":
      return [...currency, ...amount, ...hours];
    case "oos":
      return [...currency, ...amount, ...hours, ...sale];
    case "retainer":
      return [
        ...currency,
        ...feeFields(project?.monthly_fee?.amount),
        ...hours,
        ...terms,
        ...rollover,
      ];
    default:
      // A kind of a newer server: the fields that all kinds have.
      return [...currency, ...hours];
  }
}

const MONEY_FIELDS: readonly Field["name"][] = [
  "amount",
  "monthly_fee",
  "hourly_rate",
  "overage_rate",
];

/** What those may change who look after a project's dates and billing only. */
const BILLING: ReadonlySet<Field["name"]> = new Set([
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

/** A reader who may not see or change a field is not asked for it. */
function isOffered(field: Field, project: Project): boolean {
  const hidden = MONEY_FIELDS.includes(field.name) && !(field.name in project);
  return !hidden && (project.can.includes("edit") || BILLING.has(field.name));
}

/** What becomes of a retainer's last day is told where its status is changed. */
const withItsEnd = (field: Field): Field =>
  field.name === "end_on" ? { ...field, help: "projects.help.end_on" } : field;

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
  const days = project?.kind === "retainer" ? schedule.map(withItsEnd) : schedule;
  const body = [...people, ...days, ...ofKind(kind, project), ...more];
  if (project === undefined) return [...identity, ...status, ...body];
  return [...ofOneClient, ...status, ...body].filter((field) => isOffered(field, project));
}

export function canEdit(project: Project): boolean {
  return project.can.includes("edit") || project.can.includes("edit_billing");
}
