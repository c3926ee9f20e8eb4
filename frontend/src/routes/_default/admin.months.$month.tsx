// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as month } from "./months.$month";

export const Route = createFileRoute("/_default/admin/months/$month")(reuseScreen(month));
