// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as clientBilling } from "./clients.$id.billing";

export const Route = createFileRoute("/_default/admin/clients/$id/billing")(
  reuseScreen(clientBilling),
);
