// Terms without a first day, of the records that the user may edit.
import { createFileRoute } from "@tanstack/react-router";
import { UndatedTermsPage } from "../../features/work/undatedTerms/UndatedTermsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/undated-terms")({
  staticData: { messages: ["administration", "hours", "terms"] },
  ...lazyListRoute(
    async () =>
      (await import("../../features/work/undatedTerms/undatedTermsList")).undatedTermsList,
  ),
  component: UndatedTermsPage,
});
