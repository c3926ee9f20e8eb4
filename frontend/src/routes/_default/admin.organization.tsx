// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { sameScreenAs } from "./-sameScreen";
import { Route as organization } from "./organization";

export const Route = createFileRoute("/_default/admin/organization")(sameScreenAs(organization));
