// The ledger of a retainer: one period per month, newest first.
import { listRetainerPeriods } from "../../../api/shapes/listRetainerPeriods.gen";
import { defineList } from "../../../ui/table/listDescription";

const hoursColumn = <Id extends ColumnId>(id: Id) =>
  ({
    id,
    label: `retainer_periods.field.${id}`,
    help: `retainers.explained.${id}`,
    align: "end",
  }) as const;

type ColumnId =
  | "base_hours"
  | "rollover_in"
  | "adjustment"
  | "used_hours"
  | "late_hours"
  | "closing_balance"
  | "rollover_out"
  | "remainder";

export const ledgerList = defineList(listRetainerPeriods, {
  file: { list: "retainer-periods" },
  columns: [
    { id: "starts_on", label: "retainer_periods.field.starts_on", sort: "starts_on" },
    hoursColumn("base_hours"),
    hoursColumn("rollover_in"),
    hoursColumn("adjustment"),
    hoursColumn("used_hours"),
    hoursColumn("late_hours"),
    hoursColumn("closing_balance"),
    hoursColumn("rollover_out"),
    hoursColumn("remainder"),
    {
      id: "fee",
      label: "retainer_periods.field.fee",
      help: "retainers.explained.fee",
      align: "end",
      requires: "projects.mrr",
      hidden: true,
    },
    { id: "status", label: "retainer_periods.field.status", help: "retainers.explained.status" },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "retainer_periods.field.status",
      labels: { open: "retainers.status.open", locked: "retainers.status.locked" },
      multiple: true,
    },
  ],
  defaultSort: "-starts_on",
  computed: ["remainder"],
  searchable: false,
  requires: "retainers.view",
});
