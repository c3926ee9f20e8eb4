// Churn that waits for the churn manager: its number and amount, and the longest waiting.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { ChurnEventRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import { AttentionGroup, AttentionItem } from "./AttentionGroup";
import classes from "./Home.module.css";

export function ChurnsToConfirm() {
  return (
    <AttentionGroup name="churns" summary={<QueueSummary />}>
      {(event) => <ChurnToConfirm event={event} />}
    </AttentionGroup>
  );
}

/** The number of churned retainers, and their MRR by currency. */
function QueueSummary() {
  const t = useTranslate();
  const { data } = useQuery(dataQuery("/churn-totals", { query: { state: "recorded" } }));
  return (
    <div className={classes.details} aria-busy={data === undefined}>
      {data ? t("churns.queue.count", { count: data.retainers }) : "\u00a0"}
      {data?.mrr_lost?.map((amount) => (
        <span key={amount.currency}>
          {" · "}
          <MoneyText money={amount} />
        </span>
      ))}
    </div>
  );
}

function ChurnToConfirm({ event }: { event: ChurnEventRow }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { project, client, reason, days_waiting, mrr_lost } = event;
  return (
    <AttentionItem
      title={
        <Link to="/churns" search={{ tab: "queue", open: event.api_id }} className={uiClasses.link}>
          {project.name}
        </Link>
      }
      details={[
        client.name,
        label("churn_reason", reason),
        t("churns.days_waiting", { count: days_waiting ?? 0 }),
      ]}
    >
      {mrr_lost && <MoneyText money={mrr_lost} />}
    </AttentionItem>
  );
}
