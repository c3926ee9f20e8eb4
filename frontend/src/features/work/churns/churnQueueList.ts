// The list of churn to confirm, the longest waiting first.
import { listChurnEvents } from "../../../api/shapes/listChurnEvents.gen";
import { defineList } from "../../../ui/table/listDescription";

/** What waits for the churn manager; the page's list shows churn in every state. */
export const QUEUE_FILTER = { state: "recorded" } as const;

export const churnQueueList = defineList(listChurnEvents, {
  file: { list: "churn-events", fixed: QUEUE_FILTER },
  requires: "churns.confirm",
  defaultSort: "created_at",
  card: {
    head: "mrr_lost",
    about: ["client", "effective_on"],
    standing: ["reason", "days_waiting"],
  },
  columns: [
    { id: "project", label: "churns.field.project", sort: "project" },
    { id: "client", label: "churns.field.client", sort: "client" },
    {
      id: "mrr_lost",
      label: "churns.field.mrr_lost",
      help: "churns.help.mrr_lost",
      sort: "mrr_lost",
      align: "end",
      requires: "projects.mrr",
    },
    { id: "reason", label: "churns.field.reason" },
    { id: "effective_on", label: "churns.field.effective_on", sort: "effective_on" },
    { id: "recorded_by", label: "churns.field.recorded_by" },
    { id: "created_at", label: "churns.field.created_at" },
    { id: "days_waiting", label: "churns.field.days_waiting", sort: "created_at", align: "end" },
    { id: "attribution", label: "churns.field.attribution", hidden: true },
    { id: "preventable", label: "churns.field.preventable", hidden: true },
    { id: "initiated_by", label: "churns.field.initiated_by", hidden: true },
    { id: "account_manager", label: "churns.field.account_manager", text: true, hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "reason",
      label: "churns.field.reason",
      enumName: "churn_reason",
      multiple: true,
    },
    {
      kind: "dates",
      id: "effective",
      label: "churns.field.effective_on",
      from: "effective_from",
      to: "effective_to",
    },
    { kind: "reference", id: "client", label: "churns.field.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "churns.field.account_manager",
      path: "/account-managers",
    },
  ],
});
