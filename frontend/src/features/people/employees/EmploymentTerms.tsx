// The dated terms of an employee: capacity, target, billable work, teams and cost.
import { EmployeeTermCreate } from "../../../api/shapes/EmployeeTermCreate.gen";
import type { DatedTerm, EmployeeRecord } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { DatedTerms } from "../../../ui/terms/DatedTerms";
import { TermDialog } from "../../../ui/terms/TermDialog";
import { FIRST_DAY, REASON } from "../../../ui/terms/termFields";

const WORK = defineFields(EmployeeTermCreate, [
  FIRST_DAY,
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
const WHY = defineFields(EmployeeTermCreate, [REASON]);

function useDescribe() {
  const t = useTranslate();
  const locale = useLocale();
  return ({ term, value, reference, amount }: DatedTerm) => {
    switch (term) {
      case "membership":
        return t(value === "true" ? "dated_terms.joined" : "dated_terms.left", {
          team: reference?.name ?? "",
        });
      case "cost_rate":
        return t("dated_terms.line", {
          field: t("employees.field.cost_rate"),
          value: amount ? formatMoney(amount, locale) : "",
        });
      case "is_billable":
        return t(value === "true" ? "dated_terms.billable" : "dated_terms.not_billable");
      case "utilisation_target":
        return t("dated_terms.line", {
          field: t("employees.field.utilisation_target"),
          value:
            value === null ? t("dated_terms.none") : t("employees.percent", { percent: value }),
        });
      default:
        return t("dated_terms.line", {
          field: t("employees.field.capacity_hours_week"),
          value: value === null ? "" : formatHours(value, locale),
        });
    }
  };
}

export function EmploymentTerms({ employee }: { employee: EmployeeRecord }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const describe = useDescribe();
  const { api_id, version, capacity_hours_week, utilisation_target, is_billable } = employee;
  const fields = [
    ...WORK,
    ...(can("employees.edit_cost_rates") ? COST : []),
    ...(can("teams.edit") && employee.user ? TEAM : []),
    ...WHY,
  ];
  const values = { capacity_hours_week, utilisation_target, is_billable, is_member: true };
  const params = { id: api_id };
  return (
    <DatedTerms
      records="employees"
      title={t("dated_terms.employment")}
      record={employee}
      fields={fields}
      start={values}
      describe={describe}
      renderDialog={(form) => (
        <TermDialog onClose={form.onCancel}>
          <ResourceForm
            {...form}
            fields={fields}
            record={{ api_id, version, ...values }}
            endpoint={{
              path: "/employees/{id}/employment-terms",
              params,
              method: "post",
              readAt: { path: "/employees/{id}", params },
            }}
          />
        </TermDialog>
      )}
    />
  );
}
