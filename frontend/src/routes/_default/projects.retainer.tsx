// Retainers: their list, or their hours used.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { LockMonthButton } from "../../features/work/retainers/LockMonthButton";
import { RetainerBurns } from "../../features/work/retainers/RetainerBurns";
import { RetainersState } from "../../features/work/retainers/RetainersState";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { ViewSwitch } from "../../ui/layout/ViewSwitch";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const BURN_VIEW = "burn";

export const Route = createFileRoute("/_default/projects/retainer")({
  staticData: { messages: ["retainers"] },
  ...lazyListRoute(
    async () =>
      (await import("../../features/work/projects/projectsList")).projectsList("retainer"),
    { kind: "retainer" },
  ),
  component: Screen,
});

function Screen() {
  const t = useTranslate();
  const { can } = usePermissions();
  const view = Route.useSearch().view === BURN_VIEW && can("retainers.view") ? BURN_VIEW : "list";
  const views = [
    { id: "list", label: t("projects.view.list") },
    { id: BURN_VIEW, label: t("projects.view.burn") },
  ];
  return (
    <ProjectsPage
      kind="retainer"
      state={can("retainers.view") && <RetainersState />}
      actions={can("retainers.lock") && <LockMonthButton />}
      views={
        can("retainers.view") && (
          <ViewSwitch isInline label={t("projects.view.label")} views={views} current={view} />
        )
      }
    >
      {view === BURN_VIEW ? <RetainerBurns /> : undefined}
    </ProjectsPage>
  );
}
