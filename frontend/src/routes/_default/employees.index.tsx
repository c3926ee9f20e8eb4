// The list of people of the agency.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeesPage } from "../../features/people/employees/EmployeesPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/employees/")({
  ...laterListRoute(
    async () => (await import("../../features/people/employees/employeesList")).employeesList,
  ),
  component: EmployeesPage,
});
