// The list of records behind a correction: what a month published first and publishes now.
import { listMonthRestatements } from "../../../api/shapes/listMonthRestatements.gen";
import { defineList } from "../../../ui/table/listDescription";

export const correctionsList = defineList(listMonthRestatements, {
  file: { list: "month-restatements" },
  requires: "months.view",
  searchable: false,
  columns: [
    { id: "record", label: "months.field.record" },
    { id: "client", label: "months.field.client" },
    { id: "cause", label: "months.field.cause" },
    { id: "published", label: "months.field.published", align: "end" },
    { id: "known_today", label: "months.field.known_today", align: "end" },
    { id: "difference", label: "months.field.difference", align: "end" },
    { id: "converted", label: "months.field.converted", align: "end" },
    { id: "difference_of", label: "months.field.difference_of", align: "end", hidden: true },
  ],
  filters: [],
});
