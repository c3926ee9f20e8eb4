// A retainer's ledger as data: one line a month, newest first, that closes by itself.
import type { ColumnDescription, ListDescription } from "../../ui/table/listDescription";

const hours = (id: ColumnId): ColumnDescription => ({
  id,
  label: `retainers.column.${id}`,
  help: `retainers.explained.${id}`,
  align: "end",
});

type ColumnId =
  | "base_hours"
  | "rollover_in"
  | "adjustment"
  | "used_hours"
  | "late_hours"
  | "closing_balance"
  | "rollover_out"
  | "remainder";

export const ledgerList: ListDescription = {
  path: "/retainer-periods",
  file: { list: "retainer-periods" },
  columns: [
    { id: "starts_on", label: "retainers.column.period", sort: "starts_on" },
    hours("base_hours"),
    hours("rollover_in"),
    hours("adjustment"),
    hours("used_hours"),
    hours("late_hours"),
    hours("closing_balance"),
    hours("rollover_out"),
    hours("remainder"),
    {
      id: "fee",
      label: "retainers.column.fee",
      help: "retainers.explained.fee",
      align: "end",
      needs: "projects.mrr",
      hidden: true,
    },
    { id: "status", label: "retainers.column.status", help: "retainers.explained.status" },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "retainers.column.status",
      values: ["open", "locked"],
      words: { open: "retainers.status.open", locked: "retainers.status.locked" },
      many: true,
    },
  ],
  defaultSort: "-starts_on",
  searchable: false,
  needs: "retainers.view",
};
