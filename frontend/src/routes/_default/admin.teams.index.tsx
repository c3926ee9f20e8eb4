// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as teams } from "./teams";

export const Route = createFileRoute("/_default/admin/teams/")(reuseScreen(teams));
