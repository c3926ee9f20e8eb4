// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as clientView } from "./clients.$id.view";

export const Route = createFileRoute("/_default/admin/clients/$id/view")(reuseScreen(clientView));
