// A person's form, in the administrators’ area.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeeEdit } from "../../features/people/employees/EmployeeEdit";
import { employeeQuery } from "../../features/people/employees/employeeRecord";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/employees/$id/edit")({
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(employeeQuery(params.id));
  },
  component: Screen,
});

function Screen() {
  return <EmployeeEdit id={Route.useParams().id} />;
}
