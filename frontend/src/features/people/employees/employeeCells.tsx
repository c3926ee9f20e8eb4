// The cells of the list of employees.
import type { EmployeeRow, EnumName } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { Avatar } from "../../../ui/display/Avatar";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { EmployeeLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "./Employees.module.css";
import type { employeesList } from "./employeesList";

const AVATAR_SIZE = 24;

function EnumLabel({ enumName, value }: { enumName: EnumName; value: string | null | undefined }) {
  const { label } = useEnumOptions();
  return value ? label(enumName, value) : <Absent />;
}

function YesNo({ value }: { value: boolean }) {
  const t = useTranslate();
  return t(value ? "employees.yes" : "employees.no");
}

function AvatarWithLink({ employee }: { employee: EmployeeRow }) {
  return (
    <span className={classes.person}>
      <Avatar name={employee.name} picture={null} size={AVATAR_SIZE} />
      <EmployeeLink employee={employee} />
    </span>
  );
}

export const employeeCells: CellsOf<typeof employeesList> = {
  name: (employee) => <AvatarWithLink employee={employee} />,
  department: (employee) => <EnumLabel enumName="department" value={employee.department} />,
  status: (employee) =>
    employee.status ? (
      <StatusBadge enumName="employee_status" value={employee.status} />
    ) : (
      <Absent />
    ),
  capacity_hours_week: (employee) =>
    employee.capacity_hours_week === undefined ? (
      <Absent />
    ) : (
      <HoursText hours={employee.capacity_hours_week} />
    ),
  employment: (employee) => <EnumLabel enumName="employment" value={employee.employment} />,
  started_on: (employee) =>
    employee.started_on ? <DateText on={employee.started_on} /> : <Absent />,
  ended_on: (employee) => (employee.ended_on ? <DateText on={employee.ended_on} /> : <Absent />),
  is_billable: (employee) =>
    employee.is_billable === undefined ? <Absent /> : <YesNo value={employee.is_billable} />,
  links: (employee) => <YesNo value={Boolean(employee.teamwork_user_id)} />,
  updated_at: (employee) =>
    employee.updated_at ? <RelativeText at={employee.updated_at} /> : <Absent />,
};
