// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as projectEdit } from "./projects.$id.edit";

export const Route = createFileRoute("/_default/admin/projects/$id/edit")(reuseScreen(projectEdit));
