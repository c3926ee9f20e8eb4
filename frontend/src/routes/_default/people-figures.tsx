// People with their figures.
import { createFileRoute } from "@tanstack/react-router";
import { PeoplePage } from "../../features/insights/statistics/PeoplePage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/people-figures")({
  ...lazyListRoute(
    async () => (await import("../../features/insights/statistics/peopleList")).peopleList,
  ),
  staticData: { messages: ["figures"] },
  component: PeoplePage,
});
