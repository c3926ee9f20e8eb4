// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { sameScreenAs } from "./-sameScreen";
import { Route as clientView } from "./clients.$id.view";

export const Route = createFileRoute("/_default/admin/clients/$id/view")(sameScreenAs(clientView));
