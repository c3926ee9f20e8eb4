// Goals of the user, their team and everyone within their scope.
import { createFileRoute } from "@tanstack/react-router";
import { GoalsPage } from "../../features/insights/goals/GoalsPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/goals")({
  staticData: { messages: ["personal", "targets"] },
  validateSearch: readRawSearch,
  component: GoalsPage,
});
