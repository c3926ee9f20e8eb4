// The retainers' burn as data: those in most danger first.
import type { ListDescription } from "../../ui/table/listDescription";

export const burnsList: ListDescription = {
  path: "/retainer-burns",
  views: "retainer-burns",
  columns: [
    { id: "project", label: "retainers.column.project", sort: "project" },
    { id: "client", label: "retainers.column.client", sort: "client" },
    {
      id: "level",
      label: "retainers.column.level",
      help: "retainers.explained.level",
      sort: "risk",
    },
    { id: "standing", label: "retainers.column.standing" },
    {
      id: "left_hours",
      label: "retainers.column.left_hours",
      help: "retainers.explained.left_hours",
      sort: "left_hours",
      align: "end",
      hidden: true,
    },
    {
      id: "burn_percent",
      label: "retainers.figure.burn",
      help: "retainers.help.burn",
      sort: "burn_percent",
      align: "end",
    },
    {
      id: "pace",
      label: "retainers.figure.pace",
      help: "retainers.help.pace",
      sort: "pace",
      align: "end",
    },
    {
      id: "runs_out_on",
      label: "retainers.column.runs_out_on",
      help: "retainers.explained.runs_out_on",
      sort: "runs_out_on",
      hidden: true,
    },
    {
      id: "forecast_overage_hours",
      label: "retainers.figure.overage",
      help: "retainers.help.overage",
      sort: "forecast_overage_hours",
      align: "end",
      hidden: true,
    },
    { id: "account_manager", label: "retainers.column.account_manager" },
    { id: "team", label: "retainers.column.team", hidden: true },
    { id: "warnings", label: "retainers.column.warnings", hidden: true },
    {
      id: "renews_on",
      label: "retainers.column.renews_on",
      sort: "renews_on",
      hidden: true,
    },
  ],
  filters: [
    {
      kind: "choice",
      id: "warning",
      label: "retainers.column.warnings",
      values: /^(?:\d{1,3}|pace)$/,
      enumName: "retainer_warning",
      many: true,
    },
    { kind: "reference", id: "client", label: "retainers.column.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "retainers.column.account_manager",
      path: "/account-managers",
    },
    { kind: "reference", id: "team", label: "retainers.column.team", path: "/teams" },
  ],
  defaultSort: "-risk",
  needs: "retainers.view",
};
