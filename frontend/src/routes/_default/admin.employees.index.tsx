// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as employees } from "./employees.index";

export const Route = createFileRoute("/_default/admin/employees/")(reuseScreen(employees));
