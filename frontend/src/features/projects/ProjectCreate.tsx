// A new project: from a won deal, or from a choice of kind.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import type { DealRow, ProjectKind } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { useEnumOptions } from "../../session/enumOptions";
import { usePermissions } from "../../session/permissions";
import { DetailSkeleton } from "../../ui/DetailSkeleton";
import { EmptyState } from "../../ui/EmptyState";
import { Forbidden } from "../../ui/Forbidden";
import { FormPage } from "../../ui/form/FormPage";
import { PageTitle } from "../../ui/PageTitle";
import { ProjectLink } from "../../ui/RecordLinks";
import { SourceLink, SyncedText } from "../../ui/SourceLinks";
import classes from "../../ui/ui.module.css";
import { KindChoice } from "./KindChoice";
import { ProjectForm } from "./ProjectForm";
import { prefillFromDeal, prefillOf } from "./prefill";
import { WonDeals } from "./WonDeals";

type Props = { kind?: ProjectKind | undefined; dealId?: string | undefined };

export function ProjectCreate({ kind, dealId }: Props) {
  const t = useTranslate();
  const { may } = usePermissions();
  if (!may("projects.create")) {
    return (
      <>
        <PageTitle>{t("projects.new_title")}</PageTitle>
        <Forbidden />
      </>
    );
  }
  if (dealId !== undefined) return <FromDeal key={dealId} id={dealId} kind={kind} />;
  return kind === undefined ? <Start /> : <NewProject key={kind} kind={kind} />;
}

function Start() {
  const t = useTranslate();
  const { may } = usePermissions();
  return (
    <>
      <PageTitle>{t("projects.new_title")}</PageTitle>
      <Stack gap="xl">
        <section>
          <h2 className={classes.heading}>{t("projects.create.choose")}</h2>
          <KindChoice />
        </section>
        {may("deals.view") && <WonDeals />}
      </Stack>
    </>
  );
}

function FromDeal({ id, kind }: { id: string; kind: ProjectKind | undefined }) {
  const t = useTranslate();
  const { data: deal } = useQuery(itemQuery<DealRow>("/Deals", id));
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

function NewProject({ kind, deal }: { kind: ProjectKind; deal?: DealRow }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { label } = useEnumOptions();
  const start = prefillOf(user);
  return (
    <FormPage>
      <PageTitle>
        {deal
          ? t("projects.create.from_deal", { name: deal.name })
          : t("projects.create.of_kind", { kind: label("project_kind", kind) })}
      </PageTitle>
      {deal && <DealSource deal={deal} />}
      <ProjectForm
        kind={kind}
        formKey={`projects/new/${kind}/${deal?.api_id ?? ""}`}
        prefill={deal ? { ...start, ...prefillFromDeal(kind, deal) } : start}
        extra={deal ? { kind, deal: deal.api_id } : { kind }}
        onSaved={(id) => void navigate({ to: "/projects/$id/view", params: { id } })}
        onCancel={() => void navigate({ to: "/projects/create" })}
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
      <SyncedText service="hubspot" at={deal.synced_at} gone={deal.deleted_at} />
    </Text>
  );
}
