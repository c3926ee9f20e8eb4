// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as employeeEdit } from "./employees.$id.edit";

export const Route = createFileRoute("/_default/admin/employees/$id/edit")(
  reuseScreen(employeeEdit),
);
