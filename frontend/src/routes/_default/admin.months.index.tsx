// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as months } from "./months.index";

export const Route = createFileRoute("/_default/admin/months/")(reuseScreen(months));
