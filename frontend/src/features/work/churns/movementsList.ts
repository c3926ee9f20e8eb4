// The list of MRR movements: columns and filters.
import { listMrrMovements } from "../../../api/shapes/listMrrMovements.gen";
import { defineList } from "../../../ui/table/listDescription";

export const movementsList = defineList(listMrrMovements, {
  file: { list: "mrr-movements" },
  requires: "projects.mrr",
  defaultSort: "-on",
  card: { head: "amount", about: ["kind"], standing: ["on", "converted"] },
  columns: [
    { id: "client", label: "churns.field.client" },
    { id: "on", label: "mrr_movements.field.on" },
    { id: "kind", label: "mrr_movements.field.kind" },
    { id: "amount", label: "mrr_movements.field.amount", align: "end" },
    { id: "converted", label: "churns.field.converted", align: "end" },
    { id: "rate", label: "churns.field.rate", align: "end" },
    { id: "causes", label: "mrr_movements.field.causes" },
  ],
  filters: [
    {
      kind: "choice",
      id: "kind",
      label: "mrr_movements.field.kind",
      labels: {
        new: "churns.movements.new",
        expansion: "churns.movements.expansion",
        reactivation: "churns.movements.reactivation",
        contraction: "churns.movements.contraction",
        churn: "churns.movements.churn",
      },
      multiple: true,
    },
    { kind: "dates", id: "days", label: "mrr_movements.field.on", from: "from", to: "to" },
    { kind: "reference", id: "client", label: "churns.field.client", path: "/clients" },
    {
      kind: "choice",
      id: "of_currency",
      label: "churns.field.currency",
      enumName: "currency",
      multiple: true,
    },
    { kind: "toggle", id: "cohort", label: "churn_lists.changes.cohort", on: "true" },
    {
      kind: "choice",
      id: "currency",
      label: "churns.changes.currency",
      enumName: "currency",
    },
  ],
});
