// The changes of MRR one by one, as data.
import type { ListDescription } from "../../ui/table/listDescription";

export const movementsList: ListDescription = {
  path: "/mrr-movements",
  file: { list: "mrr-movements" },
  needs: "projects.mrr",
  defaultSort: "-on",
  columns: [
    { id: "client", label: "churns.field.client" },
    { id: "on", label: "churns.changes.on" },
    { id: "kind", label: "churns.movements.line" },
    { id: "amount", label: "churns.movements.amount", align: "end" },
    { id: "converted", label: "churns.analysis.converted", align: "end" },
    { id: "rate", label: "churns.analysis.rate", align: "end" },
  ],
  filters: [
    {
      kind: "choice",
      id: "kind",
      label: "churns.movements.line",
      values: ["new", "expansion", "reactivation", "contraction", "churn"],
      words: {
        new: "churns.movements.new",
        expansion: "churns.movements.expansion",
        reactivation: "churns.movements.reactivation",
        contraction: "churns.movements.contraction",
        churn: "churns.movements.churn",
      },
      many: true,
    },
    { kind: "dates", id: "days", label: "churns.changes.on", from: "from", to: "to" },
    { kind: "reference", id: "client", label: "churns.field.client", path: "/clients" },
    {
      kind: "choice",
      id: "of_currency",
      label: "churns.field.currency",
      values: /^[A-Z]{3}$/,
      enumName: "currency",
      many: true,
    },
    { kind: "toggle", id: "cohort", label: "churns.changes.cohort", on: "true" },
    {
      kind: "choice",
      id: "currency",
      label: "churns.changes.currency",
      values: /^[A-Z]{3}$/,
      enumName: "currency",
    },
  ],
};
