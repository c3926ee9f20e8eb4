// A new project: from a won deal, or from a choice of kind.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { dataQuery, itemQuery } from "../../../api/queries";
import type { DealRow, Project, ProjectKind } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import classes from "../../../ui/ui.module.css";
import { KindChoice } from "./KindChoice";
import { ProjectForm } from "./ProjectForm";
import { prefillFromDeal, prefillFromParent, prefillOf } from "./prefill";
import { WonDeals } from "./WonDeals";

type Props = {
  kind?: ProjectKind | undefined;
  dealId?: string | undefined;
  /** The project that extra work is sold on top of. */
  parentId?: string | undefined;
};

export function ProjectCreate({ kind, dealId, parentId }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  if (!can("projects.create")) {
    return (
      <>
        <PageTitle>{t("projects.new_title")}</PageTitle>
        <Forbidden />
      </>
    );
  }
  if (dealId !== undefined) return <FromDeal key={dealId} id={dealId} kind={kind} />;
  if (kind === "oos" && parentId !== undefined) return <OnTop key={parentId} id={parentId} />;
  return kind === undefined ? <Start /> : <NewProject key={kind} kind={kind} />;
}

function Start() {
  const t = useTranslate();
  const { can } = usePermissions();
  return (
    <>
      <PageTitle>{t("projects.new_title")}</PageTitle>
      <Stack gap="xl">
        <section>
          <h2 className={classes.heading}>{t("projects.create.choose")}</h2>
          <KindChoice />
        </section>
        {can("deals.view") && <WonDeals />}
      </Stack>
    </>
  );
}

function FromDeal({ id, kind }: { id: string; kind: ProjectKind | undefined }) {
  const t = useTranslate();
  const { data: deal } = useQuery(itemQuery("/Deals/{id}", id));
  if (deal === undefined) return <DetailSkeleton />;
  if (deal.project !== null) {
    return (
      <>
        <PageTitle>{t("projects.create.from_deal", { name: deal.name })}</PageTitle>
        <EmptyState
          title={t("projects.create.deal_used")}
          detail={deal.name}
          action={<ProjectLink project={deal.project} />}
        />
      </>
    );
  }
  const chosen = kind ?? deal.project_type;
  if (chosen !== null) return <NewProject kind={chosen} deal={deal} />;
  return (
    <>
      <PageTitle>{t("projects.create.from_deal", { name: deal.name })}</PageTitle>
      <h2 className={classes.heading}>{t("projects.create.choose")}</h2>
      <KindChoice deal={deal.api_id} />
    </>
  );
}

/** Extra work on top of a project, usually a retainer. */
function OnTop({ id }: { id: string }) {
  const { data: parent } = useQuery(itemQuery("/projects/{id}", id));
  return parent === undefined ? <DetailSkeleton /> : <NewProject kind="oos" parent={parent} />;
}

type NewProps = { kind: ProjectKind; deal?: DealRow; parent?: Project };

function NewProject({ kind, deal, parent }: NewProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { label } = useEnumOptions();
  const defaults = useQuery(dataQuery("/project-defaults"));
  if (defaults.isPending) return <DetailSkeleton />;
  const start = {
    ...prefillOf(user),
    ...defaults.data,
    ...(parent ? prefillFromParent(parent, user) : {}),
  };
  return (
    <FormPage>
      <PageTitle>
        {deal
          ? t("projects.create.from_deal", { name: deal.name })
          : t("projects.create.of_kind", { kind: label("project_kind", kind) })}
      </PageTitle>
      {deal && <DealSource deal={deal} />}
      {parent && (
        <Text size="sm" c="dimmed" component="div" mb="md">
          {t("projects.create.on_top")} <ProjectLink project={parent} />
        </Text>
      )}
      <ProjectForm
        kind={kind}
        formKey={`projects/new/${kind}/${deal?.api_id ?? parent?.api_id ?? ""}`}
        prefill={deal ? { ...start, ...prefillFromDeal(kind, deal) } : start}
        extra={deal ? { kind, deal: deal.api_id } : { kind }}
        onSaved={(id) => void navigate({ to: "/projects/$id/view", params: { id } })}
        onCancel={() =>
          void (parent
            ? navigate({ to: "/projects/$id/view", params: { id: parent.api_id } })
            : navigate({ to: "/projects/create" }))
        }
      />
    </FormPage>
  );
}

/** Where the prefilled values come from, and how old they are. */
function DealSource({ deal }: { deal: DealRow }) {
  return (
    <Text size="sm" c="dimmed" component="div" mb="md">
      <SourceLink service="hubspot" url={deal.source_url} />
      {" · "}
      <SyncedText service="hubspot" at={deal.synced_at} deletedAt={deal.deleted_at} />
    </Text>
  );
}
