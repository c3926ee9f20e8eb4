// The list of core values.
import { createFileRoute } from "@tanstack/react-router";
import { CoreValuesPage } from "../../features/insights/coreValues/CoreValuesPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/core-values/")({
  staticData: { messages: ["choices"] },
  ...lazyListRoute(
    async () => (await import("../../features/insights/coreValues/coreValuesList")).coreValuesList,
  ),
  component: CoreValuesPage,
});
