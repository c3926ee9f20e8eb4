// Creates a project: from a won deal, or after a choice of kind.
import { Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../api/client";
import { dataQuery, itemQuery, runIf } from "../../../api/queries";
import type { DealRow, Overage, Project, ProjectKind } from "../../../api/types";
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
import { KindLinks } from "./KindLinks";
import { ProjectForm } from "./ProjectForm";
import { defaultPrefill, prefillFromDeal, prefillFromOverage, prefillFromParent } from "./prefill";

type Props = {
  kind?: ProjectKind | undefined;
  dealId?: string | undefined;
  /** The project that out-of-scope work belongs to. */
  parentId?: string | undefined;
  /** The retainer's month whose hours over the work is sold for. */
  overageId?: string | undefined;
  /** The deals to choose from, of another noun. */
  wonDeals: ReactNode;
};

export function ProjectCreate({ kind, dealId, parentId, overageId, wonDeals }: Props) {
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
  if (dealId !== undefined) return <ProjectFromDeal key={dealId} id={dealId} kind={kind} />;
  if (kind === "oos" && parentId !== undefined)
    return <OosProject key={parentId} id={parentId} overageId={overageId} />;
  return kind === undefined ? (
    <KindSelection>{wonDeals}</KindSelection>
  ) : (
    <NewProject key={kind} kind={kind} />
  );
}

function KindSelection({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <>
      <PageTitle>{t("projects.new_title")}</PageTitle>
      <Stack gap="xl">
        <section>
          <h2 className={classes.heading}>{t("projects.create.choose")}</h2>
          <KindLinks />
        </section>
        {children}
      </Stack>
    </>
  );
}

function ProjectFromDeal({ id, kind }: { id: string; kind: ProjectKind | undefined }) {
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
  const projectKind = kind ?? deal.project_type;
  if (projectKind !== null) return <NewProject kind={projectKind} deal={deal} />;
  return (
    <>
      <PageTitle>{t("projects.create.from_deal", { name: deal.name })}</PageTitle>
      <h2 className={classes.heading}>{t("projects.create.choose")}</h2>
      <KindLinks deal={deal.api_id} />
    </>
  );
}

type OosProps = { id: string; overageId: string | undefined };

/** Out-of-scope work for a project, usually a retainer, and perhaps for the hours over of a month. */
function OosProject({ id, overageId }: OosProps) {
  const { data: parent } = useQuery(itemQuery("/projects/{id}", id));
  const overage = useQuery({
    ...itemQuery("/retainer-overages/{id}", overageId ?? ""),
    ...runIf(overageId !== undefined),
  });
  if (parent === undefined || overage.isLoading) return <DetailSkeleton />;
  return (
    <NewProject kind="oos" parent={parent} {...(overage.data ? { overage: overage.data } : {})} />
  );
}

type NewProps = { kind: ProjectKind; deal?: DealRow; parent?: Project; overage?: Overage };

function NewProject({ kind, deal, parent, overage }: NewProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { label } = useEnumOptions();
  const recordSale = useRecordSale();
  const defaults = useQuery(dataQuery("/project-defaults"));
  if (defaults.isPending) return <DetailSkeleton />;
  const values = {
    ...defaultPrefill(user),
    ...defaults.data,
    ...(parent ? prefillFromParent(parent, user) : {}),
    ...(overage ? prefillFromOverage(overage) : {}),
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
        formKey={`projects/new/${kind}/${deal?.api_id ?? overage?.api_id ?? parent?.api_id ?? ""}`}
        prefill={deal ? { ...values, ...prefillFromDeal(kind, deal) } : values}
        extra={deal ? { kind, deal: deal.api_id } : { kind }}
        onSaved={(id) => {
          if (overage) recordSale.mutate({ overage, project: id });
          void navigate({ to: "/projects/$id/view", params: { id } });
        }}
        onCancel={() =>
          void (parent
            ? navigate({ to: "/projects/$id/view", params: { id: parent.api_id } })
            : navigate({ to: "/projects/create" }))
        }
      />
    </FormPage>
  );
}

/** Decides that the hours over of a month were sold as the new work; the page shows an error of the API. */
function useRecordSale() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ overage, project }: { overage: Overage; project: string }) => {
      const { api_id: id, undecided_hours: hours } = overage;
      const body = { kind: "sold", hours, undecided_hours: hours, project } as const;
      return api.post("/retainer-overages/{id}/decisions", body, { params: { id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
}

/** The source of the prefilled values, with the time of its last synchronization. */
function DealSource({ deal }: { deal: DealRow }) {
  return (
    <Text size="sm" c="dimmed" component="div" mb="md">
      <SourceLink service="hubspot" url={deal.source_url} />
      {" · "}
      <SyncedText service="hubspot" at={deal.synced_at} deletedAt={deal.deleted_at} />
    </Text>
  );
}
