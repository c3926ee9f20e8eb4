// Won deals that wait for their project, as a list.
import type { ListDescription } from "../../ui/table/listDescription";

export const WAITING_DEALS = { state: "won", with_project: "false" } as const;

export const dealsList: ListDescription = {
  path: "/Deals",
  file: { list: "Deals" },
  defaultSort: "-closed_on",
  columns: [
    { id: "name", label: "projects.deal.name", sort: "name" },
    { id: "client", label: "projects.field.client" },
    { id: "project_type", label: "projects.field.kind" },
    { id: "account_manager", label: "projects.field.account_manager" },
    { id: "budget", label: "projects.deal.budget", sort: "budget", align: "end" },
    { id: "closed_on", label: "projects.deal.closed_on", sort: "closed_on" },
    { id: "source", label: "projects.deal.source" },
    { id: "synced_at", label: "projects.deal.synced_at", hidden: true },
  ],
  filters: [],
};
