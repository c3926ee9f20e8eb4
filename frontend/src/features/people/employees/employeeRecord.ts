// A person as they are read: the directory's line for most, the whole record for those who may.
import { itemQuery } from "../../../api/queries";
import type { Employee, EmployeeRecord } from "../../../api/types";

export const employeeQuery = (id: string) => itemQuery("/employees/{id}", id);

/** Whether more was answered than the directory tells everyone. */
export function isRecord(employee: Employee): employee is EmployeeRecord {
  return employee.status !== undefined;
}
