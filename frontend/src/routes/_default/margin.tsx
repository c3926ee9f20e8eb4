// Margins, and the external costs of all projects.
import { createFileRoute } from "@tanstack/react-router";
import { MarginPage } from "../../features/insights/margins/MarginPage";
import { lazyComponent } from "../../ui/lazyComponent";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const CostsPanel = lazyComponent(
  async () => (await import("../../features/money/projectCosts/CostsPanel")).CostsPanel,
);

export const Route = createFileRoute("/_default/margin")({
  ...lazyListRoute(
    async () => (await import("../../features/insights/margins/marginsList")).marginsList,
  ),
  staticData: { messages: ["margin"] },
  component: Screen,
});

function Screen() {
  return <MarginPage renderCosts={() => <CostsPanel />} />;
}
