// Records values of an employee from a day on.
import { EmployeeTermCreate } from "../../../api/shapes/EmployeeTermCreate.gen";
import type { EmployeeRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";

const WORK = defineFields(EmployeeTermCreate, [
  {
    kind: "date",
    name: "effective_from",
    label: "dated_terms.effective_from",
    help: "dated_terms.effective_from_help",
    required: true,
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
    half: true,
  },
  { kind: "switch", name: "is_billable", label: "employees.field.is_billable" },
]);
const COST = defineFields(EmployeeTermCreate, [
  {
    kind: "money",
    name: "cost_rate",
    label: "employees.field.cost_rate",
    currencyField: "cost_currency",
    half: true,
  },
  {
    kind: "choice",
    name: "cost_currency",
    label: "employees.field.cost_currency",
    enumName: "currency",
    half: true,
  },
]);
const TEAM = defineFields(EmployeeTermCreate, [
  { kind: "reference", name: "team", label: "dated_terms.team", path: "/teams" },
  { kind: "switch", name: "is_member", label: "dated_terms.is_member" },
]);
const REASON = defineFields(EmployeeTermCreate, [
  { kind: "text", name: "reason", label: "dated_terms.reason" },
]);

type Props = { employee: EmployeeRecord; onClose: () => void };

export function EmploymentTermsDialog({ employee, onClose }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { api_id: id, version, capacity_hours_week, utilisation_target, is_billable } = employee;
  const fields = [
    ...WORK,
    ...(can("employees.edit_cost_rates") ? COST : []),
    ...(can("teams.edit") && employee.user ? TEAM : []),
    ...REASON,
  ];
  return (
    <FormModal opened title={t("dated_terms.record")} onClose={onClose}>
      <ResourceForm
        formKey={`employees/${id}/employment-terms`}
        fields={fields}
        record={{
          api_id: id,
          version,
          capacity_hours_week,
          utilisation_target,
          is_billable,
          is_member: true,
        }}
        endpoint={{
          path: "/employees/{id}/employment-terms",
          params: { id },
          method: "post",
          readAt: { path: "/employees/{id}", params: { id } },
        }}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
