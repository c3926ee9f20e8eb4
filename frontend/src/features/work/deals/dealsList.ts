// The list of deals.
import { listDeals } from "../../../api/shapes/listDeals.gen";
import { defineList } from "../../../ui/table/listDescription";
import {
  accountManager,
  budget,
  closedOn,
  hourlyRate,
  kind,
  name,
  source,
  syncedAt,
} from "./wonDealsList";

export const dealsList = defineList(listDeals, {
  file: { list: "Deals" },
  views: "Deals",
  defaultSort: "-closed_on",
  card: { head: "budget", about: ["client", "closed_on"], standing: ["state", "probability"] },
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
