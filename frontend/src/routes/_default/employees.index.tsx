// The list of employees.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeesPage } from "../../features/people/employees/EmployeesPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/employees/")({
  ...lazyListRoute(
    async () => (await import("../../features/people/employees/employeesList")).employeesList,
  ),
  staticData: { messages: ["personal"] },
  component: EmployeesPage,
});
