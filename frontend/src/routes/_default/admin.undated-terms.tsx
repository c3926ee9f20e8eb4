// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as undatedTerms } from "./undated-terms";

export const Route = createFileRoute("/_default/admin/undated-terms")(reuseScreen(undatedTerms));
