// The recognition wall.
import { createFileRoute } from "@tanstack/react-router";
import { RecognitionPage } from "../../features/insights/awards/RecognitionPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/recognition")({
  ...lazyListRoute(
    async () => (await import("../../features/insights/awards/awardsList")).awardsList,
  ),
  staticData: { messages: ["personal"] },
  component: RecognitionPage,
});
