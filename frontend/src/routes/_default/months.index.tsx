// The months, for financial managers.
import { createFileRoute } from "@tanstack/react-router";
import { MonthsPage } from "../../features/administration/months/MonthsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/months/")({
  staticData: { messages: ["administration", "states"] },
  ...lazyListRoute(
    async () => (await import("../../features/administration/months/monthsList")).monthsList,
  ),
  component: MonthsPage,
});
