// The recognition wall.
import { createFileRoute } from "@tanstack/react-router";
import { RecognitionPage } from "../../features/recognition/RecognitionPage";
import { loadCultureWords } from "../../i18n/translate";
import { laterListRoute } from "../../ui/table/listRoute";

const wall = laterListRoute(
  async () => (await import("../../features/recognition/awardsList")).awardsList,
);

export const Route = createFileRoute("/_default/recognition")({
  ...wall,
  loader: async (loading) => {
    await Promise.all([wall.loader(loading), loadCultureWords()]);
  },
  component: RecognitionPage,
});
