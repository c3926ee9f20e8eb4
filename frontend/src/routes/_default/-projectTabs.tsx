// The tabs that features add to a project.
import { Stack } from "@mantine/core";
import type { Project } from "../../api/types";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { RecordMargin } from "../../features/insights/margins/lazyRecordMargin";
import { ProjectFigures } from "../../features/insights/statistics/lazyFigures";
import { ProjectPayments } from "../../features/money/payments/ProjectPayments";
import { AttachmentsTab } from "../../features/work/attachments/lazyAttachmentsTab";
import { RecordHours } from "../../features/work/timeEntries/lazyRecordHours";
import { loadMessages, useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../session/permissions";
import type { UrlTab } from "../../ui/layout/UrlTabs";
import { lazyComponent } from "../../ui/lazyComponent";
import { canReadTime } from "../../ui/links/TimeLink";

const RetainerHours = lazyComponent(
  async () => (await import("../../features/work/retainers/RetainerHours")).RetainerHours,
);
const RetainerOverages = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/money/overages/RetainerOverages"),
    loadMessages("overages"),
  ]);
  return panel.RetainerOverages;
});
const ClientReports = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/money/clientReports/ClientReports"),
    loadMessages("reports"),
  ]);
  return panel.ClientReports;
});
const ProjectApproval = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/work/oosSales/ProjectApproval"),
    loadMessages("reports"),
  ]);
  return panel.ProjectApproval;
});
const AmountPanel = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/work/amendments/AmountPanel"),
    loadMessages("history"),
  ]);
  return panel.AmountPanel;
});
const ProjectCosts = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/money/projectCosts/CostsPanel"),
    loadMessages("margin"),
  ]);
  return panel.CostsPanel;
});
const AmendmentDecision = lazyComponent(
  async () => (await import("../../features/work/oosSales/AmendmentDecision")).AmendmentDecision,
);
const ProjectOosSales = lazyComponent(
  async () => (await import("../../features/work/oosSales/ProjectOosSales")).ProjectOosSales,
);

const ProjectChurn = lazyComponent(
  async () => (await import("../../features/work/churns/ProjectChurn")).ProjectChurn,
);

const TermsPanel = lazyComponent(async () => {
  const [panel] = await Promise.all([
    import("../../features/work/terms/TermsPanel"),
    loadMessages("history"),
  ]);
  return panel.TermsPanel;
});

/** Whether the user may record the churn of a retainer, which runs and does not leave yet. */
export function useCanRecordChurn() {
  const scope = usePermissions().scope("churns.record");
  return (project: Project): boolean =>
    (project.status === "active" || project.status === "on_hold") &&
    !project.churn &&
    scope !== null &&
    (scope === "all" || project.can.includes("edit"));
}

/** In the order of the screen. */
export function useFeatureTabs() {
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const user = useCurrentUser();
  return (project: Project): UrlTab[] => [
    ...(canReadTime(user, project.can.includes("edit"))
      ? [
          {
            id: "time",
            label: t("projects.tab.hours"),
            panel: () => <RecordHours owner="project" id={project.api_id} />,
          },
        ]
      : []),
    ...(project.kind === "retainer" && can("retainers.view")
      ? [
          {
            id: "hours",
            label: t("projects.tab.ledger"),
            panel: () => (
              <Stack gap="md">
                <RetainerOverages projectId={project.api_id} />
                <RetainerHours
                  projectId={project.api_id}
                  isStated={project.included_hours !== null}
                  countsBillable={project.counted_hours === "billable"}
                  isManaged={project.can.includes("edit")}
                />
                <ClientReports project={project} />
              </Stack>
            ),
          },
        ]
      : []),
    ...(project.kind === "retainer"
      ? [
          {
            id: "terms",
            label: t("projects.tab.terms"),
            panel: () => <TermsPanel project={project} />,
          },
        ]
      : []),
    ...(can("payments.view")
      ? [
          {
            id: "payments",
            label: t(project.kind === "fixed" ? "payments.schedule_tab" : "payments.tab"),
            panel: () => <ProjectPayments project={project} />,
          },
        ]
      : []),
    ...(can("employees.cost_rates")
      ? [
          {
            id: "costs",
            label: t("projects.tab.costs"),
            panel: () => (
              <Stack gap="md">
                <RecordMargin record={{ noun: "project", ...project }} />
                <ProjectCosts project={project} />
              </Stack>
            ),
          },
        ]
      : []),
    ...(project.kind === "oos"
      ? [
          {
            id: "approval",
            label: t("oos_sales.tab.approval"),
            panel: () => <ProjectApproval project={project} />,
          },
        ]
      : []),
    ...(project.kind === "fixed" || project.kind === "oos"
      ? [
          {
            id: "amount",
            label: t("projects.field.amount"),
            panel: () => <ProjectAmount project={project} />,
          },
        ]
      : []),
    ...(project.kind !== "oos" && can("oos_sales.view")
      ? [
          {
            id: "extras",
            label: t("oos_sales.tab.extras"),
            panel: () => <ProjectOosSales id={project.api_id} />,
          },
        ]
      : []),
    {
      id: "figures",
      label: t("statistics.tab"),
      panel: () => <ProjectFigures id={project.api_id} />,
    },
    ...(project.kind === "retainer" && can("churns.view")
      ? [
          {
            id: "churn",
            label: t("churns.project_tab"),
            panel: () => <ProjectChurn id={project.api_id} />,
          },
        ]
      : []),
    {
      id: "files",
      label: t("projects.tab.files"),
      panel: () => (
        <AttachmentsTab
          owner={{ noun: "projects", id: project.api_id }}
          canAdd={project.can.includes("edit")}
        />
      ),
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [
          {
            id: "activity",
            label: t("projects.tab.activity"),
            panel: () => <ActivityTimeline filter={{ subject: project.api_id }} />,
          },
        ]
      : []),
  ];
}

/** The amount with its amendments; who manages out-of-scope work records the client's decisions about them. */
function ProjectAmount({ project }: { project: Project }) {
  if (project.kind !== "oos") return <AmountPanel project={project} kind="fixed" />;
  const isManaged = project.can.includes("edit");
  return (
    <AmountPanel
      project={project}
      kind="oos"
      renderDecision={(amendment) =>
        isManaged && <AmendmentDecision project={project} amendment={amendment} />
      }
    />
  );
}
