// The list of retainers by hours used, highest risk first.
import { listRetainerBurns } from "../../../api/shapes/listRetainerBurns.gen";
import { defineList } from "../../../ui/table/listDescription";

export const burnsList = defineList(listRetainerBurns, {
  file: { list: "retainer-burns" },
  views: "retainer-burns",
  computed: ["standing"],
  columns: [
    { id: "project", label: "retainers.field.project", sort: "project" },
    { id: "standing", label: "retainers.field.standing" },
    {
      id: "left_hours",
      label: "retainers.field.left_hours",
      help: "retainers.explained.left_hours",
      sort: "left_hours",
      align: "end",
    },
    {
      id: "runs_out_on",
      label: "retainers.field.runs_out_on",
      sort: "runs_out_on",
    },
    {
      id: "pace",
      label: "retainers.field.pace",
      help: "retainers.help.pace",
      sort: "pace",
      align: "end",
    },
    { id: "months", label: "retainers.field.months" },
    { id: "renews_on", label: "retainers.field.renews_on", sort: "renews_on" },
    { id: "client", label: "retainers.field.client", sort: "client", hidden: true },
    {
      id: "level",
      label: "retainers.field.level",
      help: "retainers.explained.level",
      sort: "risk",
      hidden: true,
    },
    {
      id: "burn_percent",
      label: "retainers.field.burn_percent",
      help: "retainers.help.burn_percent",
      sort: "burn_percent",
      align: "end",
      hidden: true,
    },
    {
      id: "forecast_overage_hours",
      label: "retainers.field.forecast_overage_hours",
      help: "retainers.help.forecast_overage_hours",
      sort: "forecast_overage_hours",
      align: "end",
      hidden: true,
    },
    { id: "account_manager", label: "retainers.field.account_manager", text: true, hidden: true },
    { id: "team", label: "retainers.field.team", text: true, hidden: true },
    { id: "warnings", label: "retainers.field.warnings", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "level",
      label: "retainers.field.level",
      enumName: "retainer_level",
      multiple: true,
    },
    { kind: "toggle", id: "runs_out", label: "retainers.field.runs_out", on: "true" },
    {
      kind: "choice",
      id: "warning",
      label: "retainers.field.warnings",
      enumName: "retainer_warning",
      multiple: true,
    },
    {
      kind: "choice",
      id: "used_above",
      label: "retainers.filter.used_above",
      values: ["75", "85", "100"],
      labels: {
        75: "retainers.filter.above_75",
        85: "retainers.filter.above_85",
        100: "retainers.filter.above_100",
      },
    },
    { kind: "reference", id: "client", label: "retainers.field.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "retainers.field.account_manager",
      path: "/account-managers",
    },
    { kind: "reference", id: "team", label: "retainers.field.team", path: "/teams" },
  ],
  defaultSort: "-risk",
  requires: "retainers.view",
});
