// One project: overview by its kind, and tabs of other nouns.
import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemQuery } from "../../../api/queries";
import type { Project } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import { ShortName } from "../../../ui/display/ShortName";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { type UrlTab, UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { FoldedSection } from "./FoldedSection";
import { ProjectActions } from "./ProjectActions";
import { ProjectFacts, WideProjectFacts } from "./ProjectFacts";
import { ProjectStanding } from "./ProjectStanding";
import { ArchivedBadge, DeadlineBadge, KindBadge } from "./projectBadges";

const sections = () => import("./ProjectSections");
const ContractSection = lazyComponent(async () => (await sections()).ContractSection);
const SaleSection = lazyComponent(async () => (await sections()).SaleSection);
const Description = lazyComponent(async () => (await sections()).Description);
const ProjectResponsibilities = lazyComponent(async () => {
  const [{ ProjectResponsibilities: Responsibilities }] = await Promise.all([
    import("./ProjectResponsibilities"),
    loadMessages("terms"),
  ]);
  return Responsibilities;
});

type Props = {
  id: string;
  /** Tabs and actions of other nouns, from the route: nouns do not import each other. */
  featureTabs: (project: Project) => readonly UrlTab[];
  renderActions: (project: Project) => ReactNode;
  /** How a retainer stands, before its facts. */
  renderState: (project: Project) => ReactNode;
  renderMargin: (project: Project) => ReactNode;
};

export function ProjectView({ id, featureTabs, renderActions, ...parts }: Props) {
  const { renderState, renderMargin } = parts;
  const t = useTranslate();
  const { data: project, isError, refetch } = useQuery(itemQuery("/projects/{id}", id));
  if (project === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  const isRetainer = project.kind === "retainer";
  const overview = () =>
    isRetainer ? (
      <RetainerPage project={project} margin={renderMargin(project)}>
        {renderState(project)}
      </RetainerPage>
    ) : (
      <ProjectOverview project={project} margin={renderMargin(project)} />
    );
  const tabs = (
    <UrlTabs
      label={project.name}
      tabs={[
        { id: "overview", label: t("projects.tab.overview"), panel: overview },
        ...featureTabs(project),
      ]}
    />
  );
  return (
    <>
      <PageTitle
        badge={<ProjectBadges project={project} />}
        actions={
          <>
            {renderActions(project)}
            <ProjectActions project={project} />
          </>
        }
      >
        <ShortName name={project.name} client={project.client} />
      </PageTitle>
      {isRetainer ? (
        tabs
      ) : (
        <DetailColumns aside={<ProjectFacts project={project} />}>{tabs}</DetailColumns>
      )}
    </>
  );
}

type OverviewProps = { project: Project; margin: ReactNode };

/** A retainer's page needs the whole width; its facts are folded below what happens. */
function RetainerPage({ project, margin, children }: OverviewProps & { children: ReactNode }) {
  return (
    <Stack gap="md">
      <div>{children}</div>
      {margin}
      <FoldedFacts project={project} />
      <Description project={project} />
    </Stack>
  );
}

function FoldedFacts({ project }: { project: Project }) {
  const t = useTranslate();
  return (
    <FoldedSection title={t("projects.facts")}>
      <Stack gap="md">
        <WideProjectFacts project={project} />
        <ContractSection project={project} />
        <ProjectResponsibilities project={project} />
      </Stack>
    </FoldedSection>
  );
}

function ProjectOverview({ project, margin }: OverviewProps) {
  return (
    <Stack gap="md">
      <ProjectStanding project={project} />
      {margin}
      {project.kind === "oos" && <SaleSection project={project} />}
      <ProjectResponsibilities project={project} />
      <Description project={project} />
    </Stack>
  );
}

function ProjectBadges({ project }: { project: Project }) {
  return (
    <Group gap={6}>
      <KindBadge kind={project.kind} />
      <StatusBadge enumName="project_status" value={project.status} />
      {project.deadline === "late" && <DeadlineBadge project={project} />}
      <LeavingBadge on={project.leaving_on} />
      {project.health && <StatusBadge enumName="client_health" value={project.health} />}
      {project.archived_at && <ArchivedBadge />}
    </Group>
  );
}
