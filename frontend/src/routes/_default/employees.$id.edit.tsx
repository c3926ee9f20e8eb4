// An employee's form; of oneself, only the contact details.
import { createFileRoute } from "@tanstack/react-router";
import { EmployeeEdit } from "../../features/people/employees/EmployeeEdit";
import { employeeQuery } from "../../features/people/employees/employeeRecord";
import { validateId } from "../../session/guards";
import { useRecordId } from "./-sameScreen";

export const Route = createFileRoute("/_default/employees/$id/edit")({
  staticData: { messages: ["personal"] },
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(employeeQuery(params.id));
  },
  component: Screen,
});

function Screen() {
  return <EmployeeEdit id={useRecordId()} />;
}
