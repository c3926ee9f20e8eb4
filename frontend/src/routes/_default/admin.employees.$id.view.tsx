// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as employeeView } from "./employees.$id.view";

export const Route = createFileRoute("/_default/admin/employees/$id/view")(
  reuseScreen(employeeView),
);
