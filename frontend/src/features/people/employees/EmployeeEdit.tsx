// A person's form: the whole record for administrators, how they are reached for the person themself.
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

/** A rate is followed by another, from a day on: the form never starts with the day of the present one. */
function recordOf(employee: EmployeeRecord) {
  return {
    ...employee,
    teamwork_user_id: teamworkOf(employee),
    cost_currency: employee.cost_rate?.currency ?? null,
  };
}

/** The person in Teamwork by name; by their id alone while nothing else was synchronised of them. */
function teamworkOf({ teamwork_user_id: id, links }: EmployeeRecord) {
  if (id === null) return null;
  const link = links.find(({ service }) => service === "teamwork");
  return { api_id: id, name: link?.name ?? id };
}

function EmployeeForm({ employee }: { employee: EmployeeRecord }) {
  const navigate = useNavigate();
  const admin = useIsAdminArea();
  const { can } = usePermissions();
  const back = () =>
    void navigate({
      to: admin ? "/admin/employees/$id/view" : "/employees/$id/view",
      params: { id: employee.api_id },
    });
  const whole = employee.can.includes("edit");
  return (
    <ResourceForm
      key={employee.api_id}
      formKey={`employees/${employee.api_id}`}
      path="/employees"
      fields={whole ? employeeFields(can("employees.edit_cost_rates")) : ownFields}
      record={recordOf(employee)}
      toRecord={(read) => (isRecord(read) ? recordOf(read) : read)}
      onSaved={back}
      onCancel={back}
    />
  );
}
