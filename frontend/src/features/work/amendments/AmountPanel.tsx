// A project's amount with its amendments: days, differences, states, proof of approval, and the actions on them.
import "@mantine/core/styles/Skeleton.css";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { itemQuery } from "../../../api/queries";
import type { Amendment, AmountHistory, Project } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallRows } from "../../../ui/details/SmallRows";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { MoneyText } from "../../../ui/money/MoneyText";
import { AmendmentState } from "./AmendmentState";
import {
  Approval,
  Day,
  Difference,
  Source,
  SourceLine,
  Standing,
  useAmendmentName,
} from "./amendmentCells";
import type { AmendedKind } from "./amendmentFields";
import { RemoveAmendment } from "./RemoveAmendment";

const AmendmentForm = lazyComponent(async () => (await import("./AmendmentForm")).AmendmentForm);

/** The actions on the client's decision, from the route: nouns do not import each other. */
type RenderDecision = (amendment: Amendment) => ReactNode;
type Props = { project: Project; kind: AmendedKind; renderDecision?: RenderDecision };
type HistoryProps = Props & { history: AmountHistory };

export function AmountPanel(props: Props) {
  const path = "/projects/{id}/amendments";
  const { data, isError, error, refetch } = useQuery(itemQuery(path, props.project.api_id));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={320} />;
  return <History {...props} history={data} />;
}

function History({ project, kind, renderDecision, history }: HistoryProps) {
  const t = useTranslate();
  const [isAmending, setAmending] = useState(false);
  const canEdit = project.can.includes("edit") || project.can.includes("edit_billing");
  return (
    <Section title={t("amendments.title")}>
      <Stack gap="md">
        {history.total && (
          <FigureCards
            figures={[
              { label: t("amendments.original"), value: <MoneyText money={history.original} /> },
              { label: t("amendments.total"), value: <MoneyText money={history.total} /> },
            ]}
          />
        )}
        {history.can_amend && (
          <Group gap="xs">
            <Button onClick={() => setAmending(true)}>{t(`amendments.amend.${kind}`)}</Button>
          </Group>
        )}
        {canEdit && !history.can_amend && (
          <Text size="sm" c="dimmed">
            {t(`amendments.in_form.${kind}`)}
          </Text>
        )}
        <Amendments
          project={project}
          history={history}
          kind={kind}
          renderDecision={renderDecision}
        />
      </Stack>
      {isAmending && (
        <AmendmentForm
          id={project.api_id}
          kind={kind}
          currency={project.currency}
          history={history}
          onClose={() => setAmending(false)}
        />
      )}
    </Section>
  );
}

function Amendments({ kind, renderDecision, history }: HistoryProps) {
  const t = useTranslate();
  const nameOf = useAmendmentName();
  const [removed, setRemoved] = useState<Amendment | null>(null);
  const { amendments } = history;
  const hasAmounts = history.total !== undefined;
  const isApproved = kind === "oos";
  const actionsOf = (amendment: Amendment) => (
    <Group key="actions" gap={4} justify="flex-end">
      {renderDecision?.(amendment)}
      {amendment.can_remove && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("amendments.remove.label", { amendment: nameOf(amendment) })}
          onClick={() => setRemoved(amendment)}
        >
          {t("amendments.remove.action")}
        </Button>
      )}
    </Group>
  );
  const cardOf = (amendment: Amendment) => ({
    head: (
      <Group gap={6}>
        {hasAmounts && <Difference money={amendment.amount} />}
        <AmendmentState state={amendment.state} />
      </Group>
    ),
    actions: actionsOf(amendment),
    lines: [
      <SourceLine key="source" amendment={amendment} />,
      <Standing key="standing" amendment={amendment} />,
    ],
  });
  const cellsOf = (amendment: Amendment) => [
    <Day key="day" on={amendment.effective_on} />,
    ...(hasAmounts ? [<Difference key="amount" money={amendment.amount} />] : []),
    <AmendmentState key="state" state={amendment.state} />,
    <Source key="source" amendment={amendment} />,
    ...(isApproved ? [<Approval key="approval" approval={amendment.approval} />] : []),
    actionsOf(amendment),
  ];
  const original = [
    <Day key="day" on={history.starts_on} />,
    ...(hasAmounts ? [<MoneyText key="amount" money={history.original} />] : []),
    t("amendments.original"),
  ];
  const originalCard = {
    head: hasAmounts ? <MoneyText money={history.original} /> : t("amendments.original"),
    lines: [
      ...(hasAmounts ? [t("amendments.original")] : []),
      <Day key="day" on={history.starts_on} />,
    ],
  };
  const heads = [
    { label: t("projects.field.effective_from") },
    ...(hasAmounts ? [{ label: t("projects.field.amount_change"), align: "end" as const }] : []),
    { label: t("projects.field.status") },
    { label: t("projects.field.reason") },
    ...(isApproved ? [{ label: t("oos_sales.decision") }] : []),
    { label: t("amendments.actions"), align: "end" as const },
  ];
  return (
    <>
      <SmallRows
        label={t("amendments.title")}
        heads={heads}
        rows={[
          ...[...amendments]
            .reverse()
            .map((one) => ({ key: one.api_id, cells: cellsOf(one), card: cardOf(one) })),
          { key: "original", cells: original, card: originalCard },
        ]}
      />
      {removed && (
        <RemoveAmendment
          amendment={removed}
          name={nameOf(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}
