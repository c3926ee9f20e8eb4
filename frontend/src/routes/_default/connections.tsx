// The same screen for those who see the connections without being administrators.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as connections } from "./admin.connections";

export const Route = createFileRoute("/_default/connections")(reuseScreen(connections));
