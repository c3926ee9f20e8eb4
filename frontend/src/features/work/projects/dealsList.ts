// The list of won deals without a project.
import { listDeals } from "../../../api/shapes/listDeals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const DEALS_WITHOUT_PROJECT = { state: "won", with_project: false } as const;

export const dealsList = defineList(listDeals, {
  file: { list: "Deals" },
  defaultSort: "-closed_on",
  computed: ["source"],
  columns: [
    { id: "name", label: "deals.field.name", sort: "name" },
    { id: "client", label: "projects.field.client" },
    { id: "project_type", label: "projects.field.kind" },
    { id: "account_manager", label: "projects.field.account_manager", text: true },
    { id: "budget", label: "deals.field.budget", sort: "budget", align: "end" },
    { id: "hourly_rate", label: "projects.field.hourly_rate", align: "end" },
    { id: "closed_on", label: "deals.field.closed_on", sort: "closed_on" },
    { id: "source", label: "deals.field.source" },
    { id: "synced_at", label: "deals.field.synced_at", hidden: true },
  ],
  filters: [],
});
