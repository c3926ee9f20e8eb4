// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as projects } from "./projects.index";

export const Route = createFileRoute("/_default/admin/projects/")(reuseScreen(projects));
