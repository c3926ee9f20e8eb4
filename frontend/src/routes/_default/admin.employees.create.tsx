// Adds an employee.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeeCreate } from "../../features/people/employees/EmployeeCreate";

export const Route = createFileRoute("/_default/admin/employees/create")({
  staticData: { messages: ["personal"] },
  component: EmployeeCreate,
});
