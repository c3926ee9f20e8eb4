// From when to when a person is away.
import type { EmployeeRecord } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FormModal } from "../../ui/form/FormModal";
import type { FieldDescription } from "../../ui/form/fields";
import { ResourceForm } from "../../ui/form/ResourceForm";

const FIELDS: readonly FieldDescription[] = [
  { kind: "date", name: "starts_on", label: "employees.leave.starts_on", required: true },
  {
    kind: "date",
    name: "ends_on",
    label: "employees.leave.ends_on",
    help: "employees.leave.ends_on_help",
  },
];

type Props = {
  employee: EmployeeRecord;
  leave: EmployeeRecord["leaves"][number] | null;
  onClose: () => void;
};

export function LeaveDialog({ employee, leave, onClose }: Props) {
  const t = useTranslate();
  const path = `/employees/${employee.api_id}/leaves`;
  const title = t(leave ? "employees.leave.change" : "employees.leave.add");
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`${path}/${leave?.api_id ?? "new"}`}
        path={path}
        fields={FIELDS}
        {...(leave ? { record: { ...leave, version: employee.version } } : {})}
        onSaved={onClose}
        onCancel={onClose}
      />
    </FormModal>
  );
}
