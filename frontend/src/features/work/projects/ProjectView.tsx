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
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { type UrlTab, UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { FeeHistory } from "./FeeHistory";
import { ProjectActions } from "./ProjectActions";
import { ProjectFacts } from "./ProjectFacts";
import { Description, HoursSection, SaleSection, TermsSection } from "./ProjectSections";
import { ArchivedBadge, KindBadge } from "./projectBadges";

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
};

export function ProjectView({ id, featureTabs, renderActions }: Props) {
  const t = useTranslate();
  const { data: project, isError, refetch } = useQuery(itemQuery("/projects/{id}", id));
  if (project === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
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
        {project.name}
      </PageTitle>
      <DetailColumns aside={<ProjectFacts project={project} />}>
        <UrlTabs
          label={project.name}
          tabs={[
            {
              id: "overview",
              label: t("projects.tab.overview"),
              panel: () => <ProjectOverview project={project} />,
            },
            ...featureTabs(project),
          ]}
        />
      </DetailColumns>
    </>
  );
}

function ProjectOverview({ project }: { project: Project }) {
  return (
    <Stack gap="md">
      <HoursSection project={project} />
      {project.kind === "oos" && <SaleSection project={project} />}
      {project.kind === "retainer" && <TermsSection project={project} />}
      {project.fees && project.fees.length > 0 && <FeeHistory fees={project.fees} />}
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
      <LeavingBadge on={project.leaving_on} />
      {project.health && <StatusBadge enumName="client_health" value={project.health} />}
      {project.archived_at && <ArchivedBadge />}
    </Group>
  );
}
