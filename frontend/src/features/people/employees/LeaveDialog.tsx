// Adds or edits a leave.
import { LeaveCreate } from "../../../api/shapes/LeaveCreate.gen";
import type { EmployeeRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";

const FIELDS = defineFields(LeaveCreate, [
  { kind: "date", name: "starts_on", label: "employees.leave.starts_on", required: true },
  {
    kind: "date",
    name: "ends_on",
    label: "employees.leave.ends_on",
    help: "employees.leave.ends_on_help",
  },
]);

type Props = {
  employee: EmployeeRecord;
  leave: EmployeeRecord["leaves"][number] | undefined;
  onClose: () => void;
};

export function LeaveDialog({ employee, leave, onClose }: Props) {
  const t = useTranslate();
  const { api_id: id, version } = employee;
  const title = t(leave ? "employees.leave.change" : "employees.leave.add");
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`employees/${id}/leaves/${leave?.api_id ?? "new"}`}
        path="/employees/{id}/leaves"
        params={{ id }}
        fields={FIELDS}
        {...(leave && { record: { ...leave, version } })}
        endpoint={
          leave && {
            path: "/employees/{id}/leaves/{leave_id}",
            params: { id, leave_id: leave.api_id },
            method: "patch",
            readAt: { path: "/employees/{id}", params: { id } },
          }
        }
        // Leaves are part of the employee, which has the version.
        toRecord={({ leaves }) => leaves?.find(({ api_id }) => api_id === leave?.api_id) ?? {}}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
