// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as clientEdit } from "./clients.$id.edit";

export const Route = createFileRoute("/_default/admin/clients/$id/edit")(reuseScreen(clientEdit));
