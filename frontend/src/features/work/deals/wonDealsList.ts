// The list of won deals without a project, and the columns that it shares with the list of all deals.
import { listDeals } from "../../../api/shapes/listDeals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const DEALS_WITHOUT_PROJECT = { state: "won", with_project: false } as const;

export const name = { id: "name", label: "deals.field.name", sort: "name" } as const;
export const kind = { id: "project_type", label: "projects.field.kind" } as const;
export const accountManager = {
  id: "account_manager",
  label: "projects.field.account_manager",
  text: true,
} as const;
export const budget = {
  id: "budget",
  label: "deals.field.budget",
  sort: "budget",
  align: "end",
} as const;
export const hourlyRate = {
  id: "hourly_rate",
  label: "projects.field.hourly_rate",
  align: "end",
} as const;
export const closedOn = {
  id: "closed_on",
  label: "deals.field.closed_on",
  sort: "closed_on",
} as const;
export const source = { id: "source", label: "deals.field.source" } as const;
export const syncedAt = { id: "synced_at", label: "deals.field.synced_at", hidden: true } as const;

export const wonDealsList = defineList(listDeals, {
  file: { list: "Deals" },
  defaultSort: "-closed_on",
  card: { head: "budget", about: ["client", "closed_on"], standing: ["account_manager"] },
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
