// The work that the services know and that is not a project yet: checked, corrected and created in bulk.
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { useTranslate } from "../../../i18n/translate";
import { showToast } from "../../../lib/toasts";
import { usePermissions } from "../../../session/permissions";
import { RelativeText } from "../../../ui/display/DateText";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { projectProposalsList } from "./projectProposalsList";
import { proposalCells } from "./proposalCells";
import { proposalCountsQuery } from "./proposalCounts";
import { proposalsBulk } from "./proposalsBulk";
import { RunOffers } from "./runs/RunOffers";
import { RunState } from "./runs/RunState";

const ProposalDrawer = lazyComponent(async () => (await import("./ProposalDrawer")).ProposalDrawer);
const KindRulesDrawer = lazyComponent(
  async () => (await import("./KindRulesDrawer")).KindRulesDrawer,
);

/** What `open` says instead of a proposal's id. */
const RULES = "rules";

export function ProjectProposalsPage() {
  const t = useTranslate();
  const { search, close } = useListState(projectProposalsList);
  return (
    <>
      <PageTitle>{t("project_proposals.title")}</PageTitle>
      <Lead />
      <RunState />
      <RulesNeeded />
      <Views />
      <ResourceTable
        list={projectProposalsList}
        cells={proposalCells}
        label={t("project_proposals.title")}
        empty={{
          title: t("project_proposals.empty.title"),
          detail: t("project_proposals.empty.detail"),
        }}
        bulk={proposalsBulk}
      />
      {search.open === RULES && <KindRulesDrawer onClose={close} />}
      {search.open !== undefined && search.open !== RULES && (
        <ProposalDrawer id={search.open} onClose={close} />
      )}
    </>
  );
}

function useCounts() {
  return useQuery(proposalCountsQuery).data;
}

function Lead() {
  const t = useTranslate();
  const { search } = useListState(projectProposalsList);
  const { can } = usePermissions();
  const offline = useOfflineReason();
  const counts = useCounts();
  return (
    <Group justify="space-between" align="flex-start" mb="md" mih={56}>
      <Text size="sm" c="dimmed" maw={720}>
        {t("project_proposals.lead")} {can("matching.edit") && t("project_proposals.grid.keys")}
        {counts?.proposed_at && (
          <>
            {" "}
            {t("project_proposals.proposed_at")} <RelativeText at={counts.proposed_at} />.
          </>
        )}
      </Text>
      <Group gap="xs">
        <ButtonLink to="." search={changedSearch({ open: RULES })} variant="default" size="xs">
          {t("project_proposals.rules.open")}
        </ButtonLink>
        {can("matching.edit") && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            {...offline}
            onClick={() => void lookAgain(t("project_proposals.looking"))}
          >
            {t("project_proposals.look_again")}
          </Button>
        )}
        <RunOffers search={search} />
      </Group>
    </Group>
  );
}

/** One answer about a pipeline completes hundreds of projects. */
function RulesNeeded() {
  const t = useTranslate();
  const { can } = usePermissions();
  const count = useCounts()?.without_kind ?? 0;
  if (count === 0 || !can("matching.edit")) return null;
  return (
    <Alert variant="light" mb="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("project_proposals.rules.needed", { count })}</Text>
        <ButtonLink to="." search={changedSearch({ open: RULES })} size="xs">
          {t("project_proposals.rules.choose")}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

async function lookAgain(summary: string): Promise<void> {
  try {
    await api.post("/project-proposal-requests");
    showToast({ kind: "success", summary });
  } catch (error) {
    // The API client shows its message.
    if (!(error instanceof ApiError)) throw error;
  }
}

function Views() {
  const t = useTranslate();
  const counts = useCounts();
  const filtered = (filters: Parameters<typeof listFilters<"/project-proposals", object>>[1]) =>
    listFilters("/project-proposals", filters);
  const views = [
    {
      id: "ready",
      count: counts?.ready,
      search: filtered({ state: ["open"], certainty: ["high"] }),
    },
    {
      id: "check",
      count: counts?.doubtful,
      search: filtered({ state: ["open"], certainty: ["medium"] }),
    },
    {
      id: "incomplete",
      count: counts?.incomplete,
      search: filtered({ state: ["open"], certainty: ["low"] }),
    },
    { id: "created", count: counts?.accepted, search: filtered({ state: ["accepted"] }) },
    { id: "ignored", count: counts?.ignored, search: filtered({ state: ["ignored"] }) },
  ] as const;
  return (
    <ReadyViews
      label={t("project_proposals.ready.label")}
      views={[
        { id: "all", label: t("project_proposals.ready.all"), search: {} },
        ...views.map(({ id, count, search }) => ({
          id,
          search,
          label: t(`project_proposals.ready.${id}`, { count: count ?? 0 }),
        })),
      ]}
    />
  );
}
