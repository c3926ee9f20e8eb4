// Creates an employee.
import { useNavigate } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { employeeFields } from "./employeeFields";

const DEFAULT_VALUES = {
  employment: "full",
  is_billable: true,
  capacity_hours_week: "37.50",
} as const;

export function EmployeeCreate() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { can } = usePermissions();
  if (!can("employees.create")) return <Forbidden page={t("employees.new")} />;
  return (
    <FormPage>
      <PageTitle>{t("employees.new")}</PageTitle>
      <ResourceForm
        formKey="employees/new"
        path="/employees"
        fields={employeeFields(can("employees.edit_cost_rates"))}
        prefill={DEFAULT_VALUES}
        submitLabel={t("employees.create")}
        onSaved={({ api_id }) =>
          void navigate({ to: "/admin/employees/$id/view", params: { id: api_id } })
        }
        onCancel={() => void navigate({ to: "/admin/employees" })}
      />
    </FormPage>
  );
}
