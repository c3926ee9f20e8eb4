// The list of clients: columns and filters.
import { listClients } from "../../../api/shapes/listClients.gen";
import { defineList } from "../../../ui/table/listDescription";

export const clientsList = defineList(listClients, {
  file: { list: "clients" },
  views: "clients",
  defaultSort: "name",
  card: { head: "health", about: ["mrr", "overdue"], standing: ["status", "account_manager"] },
  columns: [
    { id: "name", label: "clients.field.name", sort: "name" },
    { id: "status", label: "clients.field.status", sort: "status" },
    { id: "account_manager", label: "clients.field.account_manager", text: true },
    { id: "team", label: "clients.field.team", text: true },
    { id: "mrr", label: "clients.field.mrr", sort: "mrr", align: "end", requires: "clients.money" },
    {
      id: "outstanding",
      label: "clients.field.outstanding",
      sort: "outstanding",
      align: "end",
      requires: "clients.money",
    },
    {
      id: "overdue",
      label: "clients.field.overdue",
      sort: "overdue",
      align: "end",
      requires: "clients.money",
    },
    { id: "health", label: "clients.field.health", help: "clients.help.health", sort: "health" },
    { id: "currency", label: "clients.field.currency", sort: "currency", text: true, hidden: true },
    { id: "leaving_on", label: "clients.field.leaving_on", hidden: true },
    { id: "tags", label: "clients.field.tags", hidden: true },
    { id: "updated_at", label: "clients.field.updated_at", sort: "updated_at", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "clients.field.status",
      enumName: "client_status",
      multiple: true,
    },
    {
      kind: "choice",
      id: "health",
      label: "clients.field.health",
      enumName: "client_health",
      multiple: true,
    },
    {
      kind: "reference",
      id: "account_manager",
      label: "clients.field.account_manager",
      path: "/account-managers",
    },
    { kind: "reference", id: "team", label: "clients.field.team", path: "/teams" },
    {
      kind: "choice",
      id: "currency",
      label: "clients.field.currency",
      enumName: "currency",
    },
    { kind: "toggle", id: "overdue", label: "clients.filter.overdue", on: "true" },
    { kind: "toggle", id: "renewing", label: "clients.filter.renewing", on: "true" },
    { kind: "toggle", id: "leaving", label: "clients.filter.leaving", on: "true" },
    { kind: "toggle", id: "archived", label: "clients.filter.archived", on: "include" },
  ],
});
