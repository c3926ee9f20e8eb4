// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as organization } from "./organization";

export const Route = createFileRoute("/_default/admin/organization")(reuseScreen(organization));
