// The facts of a project and its source links: in the side column, or in columns of their own.
import type { Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { Tags } from "../../../ui/display/Tags";
import { Section } from "../../../ui/layout/Section";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLinks } from "../../../ui/services/SourceLinks";

function useProjectFacts(project: Project): Fact[] {
  const t = useTranslate();
  const { label } = useEnumOptions();
  return [
    { label: t("projects.field.number"), value: project.number },
    { label: t("projects.field.client"), value: <ClientLink client={project.client} /> },
    { label: t("projects.field.account_manager"), value: project.account_manager.name },
    { label: t("projects.field.project_manager"), value: project.project_manager?.name },
    { label: t("projects.field.team"), value: project.team?.name },
    {
      label: t("projects.field.members"),
      value: project.members.map((member) => member.name).join(", "),
    },
    { label: t("projects.field.start_on"), value: <DateText on={project.start_on} /> },
    { label: t("projects.field.end_on"), value: <DateText on={project.end_on} /> },
    { label: t("projects.field.currency"), value: project.currency },
    ...(project.kind !== "retainer" && project.hourly_rate
      ? [
          {
            label: t("projects.field.hourly_rate"),
            value: <MoneyText money={project.hourly_rate} />,
          },
        ]
      : []),
    {
      label: t("projects.field.counted_hours"),
      value: label("counted_hours", project.counted_hours),
    },
    ...(project.teamwork_category
      ? [{ label: t("projects.field.teamwork_category"), value: project.teamwork_category.name }]
      : []),
    ...(project.deal ? [{ label: t("projects.field.deal"), value: project.deal.name }] : []),
    { label: t("projects.field.tags"), value: <Tags tags={project.tags} /> },
    { label: t("projects.field.updated_at"), value: <RelativeText at={project.updated_at} /> },
  ];
}

export function ProjectFacts({ project }: { project: Project }) {
  const t = useTranslate();
  return (
    <>
      <Section title={t("projects.facts")}>
        <Facts facts={useProjectFacts(project)} />
      </Section>
      <ProjectSources project={project} />
    </>
  );
}

/** The same facts without a frame, in columns. */
export function WideProjectFacts({ project }: { project: Project }) {
  return (
    <>
      <Facts facts={useProjectFacts(project)} wide />
      <ProjectSources project={project} />
    </>
  );
}

function ProjectSources({ project }: { project: Project }) {
  const t = useTranslate();
  return (
    <Section title={t("projects.sources")}>
      <SourceLinks links={project.links} emptyText={t("projects.no_sources")} />
    </Section>
  );
}
