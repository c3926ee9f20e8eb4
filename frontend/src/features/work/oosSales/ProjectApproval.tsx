// The client's decision about an out-of-scope project, with its proof, and the sellers' shares.
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { apiUrl } from "../../../api/client";
import "@mantine/core/styles/Skeleton.css";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OosApproval, Project, ProjectSale } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { SmallTable } from "../../../ui/details/SmallTable";
import { DateText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "../../../ui/ui.module.css";
import { ClientProof, isClientsOwn } from "./ClientProof";
import { DeclinedWork } from "./DeclinedWork";
import { DecisionDialog } from "./decisionDialog";
import { projectSaleQuery } from "./projectSaleQuery";
import { DecisionBadge, SaleStatus } from "./SaleStatus";
import { WeightText } from "./saleCells";
import { UndoDecision } from "./UndoDecision";

export function ProjectApproval({ project }: { project: Project }) {
  const query = useQuery(projectSaleQuery(project.api_id));
  const { data: sale, isError, error, refetch } = query;
  if (sale === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={240} />;
  return (
    <Stack gap="md">
      {sale.approval?.decision === "declined" && <DeclinedWork project={project} />}
      <Decision sale={sale} />
      <SellerShares sale={sale} />
    </Stack>
  );
}

function Decision({ sale }: { sale: ProjectSale }) {
  const t = useTranslate();
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const { approval, project } = sale;
  return (
    <Section title={t("oos_sales.decision")}>
      <Stack gap="sm">
        <Facts facts={useDecisionFacts(sale)} wide />
        {approval === null && (
          <Text size="sm" c="dimmed">
            {sale.approved_on
              ? t("oos_sales.only_dated", { date: formatDate(sale.approved_on, locale) })
              : t("oos_sales.not_decided")}
          </Text>
        )}
        {sale.may_decide && (
          <Group gap="xs">
            {!isClientsOwn(approval) && (
              <Button
                variant={approval ? "default" : "filled"}
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setOpened(true)}
              >
                {t(approval ? "oos_sales.change" : "oos_sales.record")}
              </Button>
            )}
            {approval && <UndoDecision approval={approval} />}
          </Group>
        )}
      </Stack>
      {opened && <DecisionDialog id={project.api_id} onClose={() => setOpened(false)} />}
    </Section>
  );
}

function useDecisionFacts({ approval, approved_on, status }: ProjectSale): Fact[] {
  const t = useTranslate();
  const state = {
    label: t("projects.field.status"),
    value: <SaleStatus status={status} />,
  };
  if (approval === null)
    return approved_on === null
      ? [state]
      : [state, { label: t("projects.field.approved_on"), value: <DateText on={approved_on} /> }];
  return [
    state,
    {
      label: t("oos_sales.field.decision"),
      value: <DecisionBadge decision={approval.decision} />,
    },
    { label: t("oos_sales.field.decided_on"), value: <DateText on={approval.decided_on} /> },
    { label: t("oos_sales.field.contact_name"), value: approval.contact_name },
    approval.link_made_at === null
      ? { label: t("oos_sales.field.attachment"), value: <Proof approval={approval} /> }
      : { label: t("client_reports.proof"), value: <ClientProof approval={approval} /> },
    { label: t("oos_sales.field.note"), value: approval.note },
    { label: t("oos_sales.field.decided_by"), value: approval.decided_by?.name },
  ];
}

function Proof({ approval: { attachment } }: { approval: OosApproval }) {
  const t = useTranslate();
  if (attachment === null) return t("oos_sales.file.none");
  return (
    <a
      href={apiUrl("/attachments/{id}/content", { params: { id: attachment.api_id } })}
      className={classes.link}
      download
    >
      {attachment.name}
    </a>
  );
}

function SellerShares({ sale }: { sale: ProjectSale }) {
  const t = useTranslate();
  const hasAmounts = sale.project_amount !== undefined;
  return (
    <Section title={t("oos_sales.seller_shares")}>
      <SmallTable
        label={t("oos_sales.seller_shares")}
        heads={[
          { label: t("oos_sales.field.seller") },
          { label: t("oos_sales.field.weight"), align: "end" },
          ...(hasAmounts ? [{ label: t("oos_sales.field.amount"), align: "end" as const }] : []),
        ]}
        rows={sale.sellers.map((part) => ({
          key: part.api_id,
          cells: [
            part.seller.name,
            <WeightText key="weight" weight={part.weight} />,
            <MoneyText key="amount" money={part.amount} />,
          ],
        }))}
      />
    </Section>
  );
}
