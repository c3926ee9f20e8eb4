// The list of deals, and that of won deals without a project.
import { listDeals } from "../../../api/shapes/listDeals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const DEALS_WITHOUT_PROJECT = { state: "won", with_project: false } as const;

const name = { id: "name", label: "deals.field.name", sort: "name" } as const;
const kind = { id: "project_type", label: "projects.field.kind" } as const;
const accountManager = {
  id: "account_manager",
  label: "projects.field.account_manager",
  text: true,
} as const;
const budget = { id: "budget", label: "deals.field.budget", sort: "budget", align: "end" } as const;
const hourlyRate = {
  id: "hourly_rate",
  label: "projects.field.hourly_rate",
  align: "end",
} as const;
const closedOn = { id: "closed_on", label: "deals.field.closed_on", sort: "closed_on" } as const;
const source = { id: "source", label: "deals.field.source" } as const;
const syncedAt = { id: "synced_at", label: "deals.field.synced_at", hidden: true } as const;

export const wonDealsList = defineList(listDeals, {
  file: { list: "Deals" },
  defaultSort: "-closed_on",
  computed: ["source"],
  columns: [
    name,
    { id: "client", label: "projects.field.client" },
    kind,
    accountManager,
    budget,
    hourlyRate,
    closedOn,
    source,
    syncedAt,
  ],
  filters: [],
});

export const dealsList = defineList(listDeals, {
  file: { list: "Deals" },
  views: "Deals",
  defaultSort: "-closed_on",
  requires: "deals.view",
  computed: ["source"],
  columns: [
    name,
    { id: "client", label: "projects.field.client", sort: "client" },
    { id: "state", label: "deals.field.state" },
    { id: "stage", label: "deals.field.stage", text: true },
    {
      id: "probability",
      label: "deals.field.probability",
      sort: "probability",
      align: "end",
    },
    budget,
    closedOn,
    accountManager,
    { id: "project", label: "deals.field.project" },
    source,
    { ...kind, hidden: true },
    { ...hourlyRate, hidden: true },
    syncedAt,
  ],
  filters: [
    {
      kind: "choice",
      id: "state",
      label: "deals.field.state",
      enumName: "deal_state",
      multiple: true,
    },
    {
      kind: "dates",
      id: "closes",
      label: "deals.field.closed_on",
      from: "closes_from",
      to: "closes_to",
    },
    { kind: "reference", id: "client", label: "projects.field.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "projects.field.account_manager",
      path: "/account-managers",
    },
    {
      kind: "choice",
      id: "with_project",
      label: "deals.field.project",
      labels: { true: "deals.filter.with_project", false: "deals.filter.without_project" },
    },
  ],
});
