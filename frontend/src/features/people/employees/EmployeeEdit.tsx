// Edits an employee: all fields for administrators, contact details for the employee.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EmployeeRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { useIsAdminArea } from "../../../ui/links/area";
import { DatedFieldsHint } from "../../../ui/terms/DatedFieldsHint";
import { employeeFields, ownFields } from "./employeeFields";
import { employeeQuery, isRecord } from "./employeeRecord";

export function EmployeeEdit({ id }: { id: string }) {
  const t = useTranslate();
  const { data: employee, isError, refetch } = useQuery(employeeQuery(id));
  if (employee === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("employees.edit_title", { name: employee.name })}</PageTitle>
      {isRecord(employee) && employee.can.includes("edit_contact") ? (
        <EmployeeForm employee={employee} />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}

/** The start day of the cost rate is empty: a change adds a new rate. */
function toFormRecord(employee: EmployeeRecord) {
  return {
    ...employee,
    teamwork_user_id: teamworkUserOf(employee),
    cost_currency: employee.cost_rate?.currency ?? null,
  };
}

/** The Teamwork user by name, or by id before the first synchronization. */
function teamworkUserOf({ teamwork_user_id: id, links }: EmployeeRecord) {
  if (id === null) return null;
  const link = links.find(({ service }) => service === "teamwork");
  return { api_id: id, name: link?.name ?? id };
}

function EmployeeForm({ employee }: { employee: EmployeeRecord }) {
  const navigate = useNavigate();
  const isAdminArea = useIsAdminArea();
  const { can } = usePermissions();
  const back = () =>
    void navigate({
      to: isAdminArea ? "/admin/employees/$id/view" : "/employees/$id/view",
      params: { id: employee.api_id },
    });
  const canEditAll = employee.can.includes("edit");
  const fields = canEditAll ? employeeFields(can("employees.edit_cost_rates")) : ownFields;
  const record = toFormRecord(employee);
  return (
    <ResourceForm
      key={employee.api_id}
      formKey={`employees/${employee.api_id}`}
      path="/employees"
      fields={fields}
      record={record}
      toRecord={(stored) => (isRecord(stored) ? toFormRecord(stored) : stored)}
      renderNote={(values) => (
        <DatedFieldsHint records="employees" record={record} fields={fields} values={values} />
      )}
      onSaved={back}
      onCancel={back}
    />
  );
}
