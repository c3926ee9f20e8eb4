// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as dashboard } from "./dashboard";

export const Route = createFileRoute("/_default/admin/dashboard")(reuseScreen(dashboard));
