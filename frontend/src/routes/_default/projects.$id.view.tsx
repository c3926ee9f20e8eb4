// One project.
import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { itemQuery } from "../../api/queries";
import type { Project } from "../../api/types";
import { RecordMargin } from "../../features/insights/margins/lazyRecordMargin";
import { RecordChurn } from "../../features/work/churns/RecordChurn";
import { SellOosWorkLink } from "../../features/work/oosSales/SellOosWorkLink";
import { ProjectView } from "../../features/work/projects/ProjectView";
import { ChangeFee } from "../../features/work/terms/ChangeFee";
import { loadMessages } from "../../i18n/translate";
import { validateId } from "../../session/guards";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";
import { useCanRecordChurn, useFeatureTabs } from "./-projectTabs";

/** The expected height, to avoid layout shifts. */
const OVERVIEW_HEIGHT = 550;

const RetainerOverview = lazyComponent(
  async () => {
    const [overview] = await Promise.all([
      import("../../features/work/retainers/RetainerOverview"),
      loadMessages("hours"),
    ]);
    return overview.RetainerOverview;
  },
  <div aria-busy="true" style={{ minHeight: OVERVIEW_HEIGHT }} />,
);
export const Route = createFileRoute("/_default/projects/$id/view")({
  staticData: { messages: ["retainers"] },
  validateSearch: readTabSearch({
    activity: readRawSearch,
    time: readRawSearch,
    hours: readRawSearch,
    payments: readRawSearch,
    costs: readRawSearch,
    approval: null,
    amount: null,
    extras: readRawSearch,
    churn: null,
    terms: null,
    figures: readRawSearch,
    files: readRawSearch,
  }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/projects/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  const featureTabs = useFeatureTabs();
  const titleActions = useTitleActions();
  return (
    <ProjectView
      key={id}
      id={id}
      featureTabs={featureTabs}
      renderActions={titleActions}
      renderState={(project) => <RetainerOverview project={project} />}
      renderMargin={(project) => <RecordMargin record={{ noun: "project", ...project }} />}
    />
  );
}

/** The actions that features add to a project's title. */
function useTitleActions() {
  const { can } = usePermissions();
  const canRecordChurn = useCanRecordChurn();
  return (project: Project): ReactNode => {
    if (project.kind !== "retainer") return null;
    return (
      <>
        {project.status === "active" && can("projects.create") && (
          <SellOosWorkLink parent={project.api_id} />
        )}
        <ChangeFee project={project} />
        {canRecordChurn(project) && <RecordChurn project={project.api_id} />}
      </>
    );
  };
}
