// One project to create in a drawer: what is known, what it was found by, and the decision.
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconBan, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { optionalItemQuery } from "../../../api/queries";
import type { ProjectProposal } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { SmallTable } from "../../../ui/details/SmallTable";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { DateText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ProposalEvidence } from "./ProposalEvidence";
import { CertaintyBadge, Price, StateBadge, useMissingText } from "./proposalCells";
import { type StateChange, useProposalState } from "./useProposalState";

const ProposalForm = lazyComponent(async () => (await import("./ProposalForm")).ProposalForm);

export function ProposalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(
    optionalItemQuery("/project-proposals/{id}", id),
  );
  return (
    <SideDrawer
      title={data?.name ?? t("project_proposals.title")}
      width="max(36vw, 480px)"
      onClose={onClose}
    >
      {data && <Proposal proposal={data} />}
      {!data &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />)}
    </SideDrawer>
  );
}

function Proposal({ proposal }: { proposal: ProjectProposal }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const missingText = useMissingText();
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <CertaintyBadge certainty={proposal.certainty} />
        <StateBadge state={proposal.state} />
      </Group>
      {proposal.missing.length > 0 && (
        <Text size="sm">
          {t("project_proposals.missing_line", { fields: missingText(proposal) })}
        </Text>
      )}
      {can("matching.edit") && <Decision proposal={proposal} />}
      <ProposalFacts proposal={proposal} />
      {proposal.fees.length > 1 && <Fees proposal={proposal} />}
      <Section title={t("project_proposals.field.evidence")}>
        <ProposalEvidence evidence={proposal.evidence} />
      </Section>
    </Stack>
  );
}

const ICONS = {
  accept: IconPlus,
  ignore: IconBan,
  undo: IconArrowBackUp,
  restore: IconArrowBackUp,
} as const;

function changesOf({ state, missing }: ProjectProposal): readonly StateChange[] {
  if (state === "accepted") return ["undo"];
  if (state === "ignored") return ["restore"];
  return missing.length > 0 ? ["ignore"] : ["accept", "ignore"];
}

function Decision({ proposal }: { proposal: ProjectProposal }) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const { busy, run } = useProposalState(proposal);
  const [isEditing, setEditing] = useState(false);
  return (
    <Group gap="xs">
      {changesOf(proposal).map((change) => {
        const Icon = ICONS[change];
        return (
          <Button
            key={change}
            size="xs"
            variant={change === "accept" ? "filled" : "default"}
            loading={busy === change}
            leftSection={<Icon size={14} aria-hidden />}
            {...offline}
            onClick={() => void run(change)}
          >
            {t(`project_proposals.${change}.action`)}
          </Button>
        );
      })}
      {proposal.state === "open" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t("project_proposals.edit.action")}
        </Button>
      )}
      {isEditing && <ProposalForm proposal={proposal} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function ProposalFacts({ proposal }: { proposal: ProjectProposal }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { kind, project, seller, project_manager: manager } = proposal;
  const facts: Fact[] = [
    { label: t("projects.field.client"), value: proposal.client.name },
    { label: t("projects.field.kind"), value: kind && label("project_kind", kind) },
    { label: t("project_proposals.field.amount"), value: <Price proposal={proposal} /> },
    {
      label: t("project_proposals.field.start_on"),
      value: <DateText on={proposal.start_on} />,
    },
    { label: t("project_proposals.field.end_on"), value: <DateText on={proposal.end_on} /> },
    { label: t("projects.field.account_manager"), value: proposal.account_manager?.name },
    { label: t("projects.field.project_manager"), value: manager?.name },
    ...(kind === "oos"
      ? [
          { label: t("projects.field.sold_on"), value: <DateText on={proposal.sold_on} /> },
          { label: t("project_proposals.field.seller"), value: seller?.name },
        ]
      : []),
    ...(project
      ? [
          {
            label: t("project_proposals.field.project"),
            value: <ProjectLink project={{ ...project, can_open: true }} />,
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Fees({ proposal: { fees } }: { proposal: ProjectProposal }) {
  const t = useTranslate();
  return (
    <SmallTable
      label={t("project_proposals.field.fees")}
      heads={[
        { label: t("dated_terms.effective_from") },
        { label: t("project_proposals.field.amount"), align: "end" },
      ]}
      rows={fees.map(({ starts_on, amount }) => ({
        key: starts_on,
        cells: [<DateText key="day" on={starts_on} />, <MoneyText key="amount" money={amount} />],
      }))}
    />
  );
}
