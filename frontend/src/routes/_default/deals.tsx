// The deals of the CRM.
import { createFileRoute } from "@tanstack/react-router";
import { DealsPage } from "../../features/work/deals/DealsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/deals")({
  ...lazyListRoute(async () => (await import("../../features/work/deals/dealsList")).dealsList),
  staticData: { messages: ["sales"] },
  component: DealsPage,
});
