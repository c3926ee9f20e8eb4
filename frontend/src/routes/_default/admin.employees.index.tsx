// The list of people of the agency, in the administrators’ area.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeesPage } from "../../features/people/employees/EmployeesPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/employees/")({
  ...laterListRoute(
    async () => (await import("../../features/people/employees/employeesList")).employeesList,
  ),
  component: EmployeesPage,
});
