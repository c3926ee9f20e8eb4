// The recognition wall.
import { createFileRoute } from "@tanstack/react-router";
import { RecognitionPage } from "../../features/recognition/RecognitionPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/recognition")({
  ...laterListRoute(async () => (await import("../../features/recognition/awardsList")).awardsList),
  component: RecognitionPage,
});
