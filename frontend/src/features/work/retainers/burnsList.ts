// The list of retainers by hours used, highest risk first.
import { listRetainerBurns } from "../../../api/shapes/listRetainerBurns.gen";
import { defineList } from "../../../ui/table/listDescription";

export const burnsList = defineList(listRetainerBurns, {
  file: { list: "retainer-burns" },
  views: "retainer-burns",
  computed: ["standing"],
  columns: [
    { id: "project", label: "retainers.field.project", sort: "project" },
    { id: "client", label: "retainers.field.client", sort: "client" },
    {
      id: "level",
      label: "retainers.field.level",
      help: "retainers.explained.level",
      sort: "risk",
    },
    { id: "standing", label: "retainers.field.standing" },
    {
      id: "left_hours",
      label: "retainers.field.left_hours",
      help: "retainers.explained.left_hours",
      sort: "left_hours",
      align: "end",
      hidden: true,
    },
    {
      id: "burn_percent",
      label: "retainers.field.burn_percent",
      help: "retainers.help.burn_percent",
      sort: "burn_percent",
      align: "end",
    },
    {
      id: "pace",
      label: "retainers.field.pace",
      help: "retainers.help.pace",
      sort: "pace",
      align: "end",
    },
    {
      id: "runs_out_on",
      label: "retainers.field.runs_out_on",
      help: "retainers.explained.runs_out_on",
      sort: "runs_out_on",
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
    { id: "account_manager", label: "retainers.field.account_manager", text: true },
    { id: "team", label: "retainers.field.team", text: true, hidden: true },
    { id: "warnings", label: "retainers.field.warnings", hidden: true },
    {
      id: "renews_on",
      label: "retainers.field.renews_on",
      sort: "renews_on",
      hidden: true,
    },
  ],
  filters: [
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
