// One person of the agency.
import { createFileRoute } from "@tanstack/react-router";
import { employeeQuery } from "../../features/people/employees/employeeRecord";
import { validateId } from "../../session/guards";
import { EmployeeScreen } from "./-EmployeeScreen";
import { employeeSearch } from "./-employeeSearch";

export const Route = createFileRoute("/_default/employees/$id/view")({
  validateSearch: employeeSearch,
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(employeeQuery(params.id));
  },
  component: Screen,
});

function Screen() {
  return <EmployeeScreen id={Route.useParams().id} />;
}
