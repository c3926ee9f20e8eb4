// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { sameScreenAs } from "./-sameScreen";
import { Route as clientEdit } from "./clients.$id.edit";

export const Route = createFileRoute("/_default/admin/clients/$id/edit")(sameScreenAs(clientEdit));
