// Goals: one's own, one's team's, and all that one may see.
import { createFileRoute } from "@tanstack/react-router";
import { GoalsPage } from "../../features/insights/goals/GoalsPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/goals")({
  validateSearch: readRawSearch,
  component: GoalsPage,
});
