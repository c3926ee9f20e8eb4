// Retainers: their list, or how their hours stand.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { LockMonthButton } from "../../features/work/retainers/LockMonthButton";
import { RetainerBurns } from "../../features/work/retainers/RetainerBurns";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { ViewSwitch } from "../../ui/layout/ViewSwitch";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const BURN = "burn";

export const Route = createFileRoute("/_default/projects/retainer")({
  ...lazyListRoute(
    async () =>
      (await import("../../features/work/projects/projectsList")).projectsList("retainer"),
    { kind: "retainer" },
  ),
  component: Screen,
});

function Screen() {
  const t = useTranslate();
  const { may } = usePermissions();
  const chosen = Route.useSearch().view === BURN && may("retainers.view") ? BURN : "list";
  const views = [
    { id: "list", label: t("projects.view.list") },
    { id: BURN, label: t("projects.view.burn") },
  ];
  return (
    <ProjectsPage
      kind="retainer"
      actions={may("retainers.lock") && <LockMonthButton />}
      views={
        may("retainers.view") && (
          <ViewSwitch label={t("projects.view.label")} views={views} chosen={chosen} />
        )
      }
    >
      {chosen === BURN ? <RetainerBurns /> : undefined}
    </ProjectsPage>
  );
}
