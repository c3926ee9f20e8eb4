// What waits for the worker, by queue, with a link to the list of each.

import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Operations } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { Section } from "../../../ui/layout/Section";
import uiClasses from "../../../ui/ui.module.css";

type Queue = Operations["queues"][number];

export function Queues({ queues }: { queues: readonly Queue[] }) {
  const t = useTranslate();
  const heads = [
    { label: t("operations.queues.name") },
    { label: t("operations.queues.waiting"), align: "end" },
    { label: t("operations.queues.running"), align: "end" },
    { label: t("operations.queues.failed"), align: "end" },
    { label: t("operations.queues.oldest") },
  ] as const;
  return (
    <Section title={t("operations.queues.title")}>
      <SmallTable
        label={t("operations.queues.title")}
        heads={heads}
        rows={queues.map((queue) => ({ key: queue.name, cells: queueCells(queue) }))}
      />
    </Section>
  );
}

const queueCells = (queue: Queue) => [
  <QueueName key="name" name={queue.name} />,
  queue.waiting,
  queue.running,
  queue.failed > 0 ? (
    <Badge key="failed" tone="danger" icon={<IconAlertTriangle size={12} aria-hidden />}>
      {queue.failed}
    </Badge>
  ) : (
    0
  ),
  queue.oldest_at && <RelativeText key="oldest" at={queue.oldest_at} />,
];

/** The other queues have no list that administrators see as a whole. */
function QueueName({ name }: { name: Queue["name"] }) {
  const t = useTranslate();
  const label = t(`operations.queue.${name}`);
  if (name === "synchronization")
    return (
      <Link to="/admin/connections" search={{ tab: "history" }} className={uiClasses.link}>
        {label}
      </Link>
    );
  if (name === "exchange_rates")
    return (
      <Link to="/admin/exchange-rates" className={uiClasses.link}>
        {label}
      </Link>
    );
  return label;
}
