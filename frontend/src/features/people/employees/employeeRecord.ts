// The query of an employee: the directory entry, or the whole record with permission.
import { itemQuery } from "../../../api/queries";
import type { Employee, EmployeeRecord } from "../../../api/types";

export const employeeQuery = (id: string) => itemQuery("/employees/{id}", id);

/** Whether the response is the whole record. */
export function isRecord(employee: Employee): employee is EmployeeRecord {
  return employee.status !== undefined;
}
