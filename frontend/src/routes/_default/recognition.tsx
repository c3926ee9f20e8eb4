// The recognition wall.
import { createFileRoute } from "@tanstack/react-router";
import { RecognitionPage } from "../../features/insights/awards/RecognitionPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/recognition")({
  ...laterListRoute(
    async () => (await import("../../features/insights/awards/awardsList")).awardsList,
  ),
  component: RecognitionPage,
});
