// The list of months: one row for each month since the first record.
import { listMonths } from "../../../api/shapes/listMonths.gen";
import { defineList } from "../../../ui/table/listDescription";

export const monthsList = defineList(listMonths, {
  file: { list: "months" },
  requires: "months.view",
  searchable: false,
  computed: ["closed_by", "closed_at", "next"],
  card: { head: "state", about: ["closed_by", "closed_at"], standing: ["next"] },
  columns: [
    { id: "starts_on", label: "months.field.starts_on" },
    { id: "state", label: "months.field.state" },
    { id: "closed_by", label: "months.field.closed_by" },
    { id: "closed_at", label: "months.field.closed_at" },
    { id: "next", label: "months.field.next" },
  ],
  filters: [],
});
