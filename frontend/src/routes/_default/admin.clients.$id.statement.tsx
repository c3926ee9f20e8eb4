// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as clientStatement } from "./clients.$id.statement";

export const Route = createFileRoute("/_default/admin/clients/$id/statement")(
  reuseScreen(clientStatement),
);
