// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as clients } from "./clients.index";

export const Route = createFileRoute("/_default/admin/clients/")(reuseScreen(clients));
