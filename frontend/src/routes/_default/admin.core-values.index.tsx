// The list of core values.
import { createFileRoute } from "@tanstack/react-router";
import { CoreValuesPage } from "../../features/insights/coreValues/CoreValuesPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/core-values/")({
  ...laterListRoute(
    async () => (await import("../../features/insights/coreValues/coreValuesList")).coreValuesList,
  ),
  component: CoreValuesPage,
});
