// The list of terms whose first day no data say.
import { listUndatedTerms } from "../../../api/shapes/listUndatedTerms.gen";
import { defineList } from "../../../ui/table/listDescription";

export const undatedTermsList = defineList(listUndatedTerms, {
  file: { list: "undated-terms" },
  requires: ["projects.edit", "clients.edit"],
  defaultSort: "project",
  columns: [
    { id: "name", label: "undated_terms.field.name" },
    { id: "project", label: "time_entries.field.project", sort: "project" },
    { id: "client", label: "time_entries.field.client", sort: "client" },
    { id: "cause", label: "undated_terms.field.cause", sort: "cause" },
    { id: "names", label: "undated_terms.field.names", text: true },
    { id: "earliest_on", label: "undated_terms.field.earliest_on", sort: "earliest_on" },
    { id: "latest_on", label: "undated_terms.field.latest_on", sort: "latest_on" },
    { id: "state", label: "undated_terms.field.state" },
    { id: "record", label: "undated_terms.field.record", hidden: true },
    { id: "value", label: "undated_terms.field.value", hidden: true },
    { id: "dated_on", label: "undated_terms.field.dated_on", hidden: true },
    {
      id: "decision_reason",
      label: "undated_terms.field.decision_reason",
      text: true,
      hidden: true,
    },
    { id: "decided_by", label: "undated_terms.field.decided_by", text: true, hidden: true },
    {
      id: "decided_at",
      label: "undated_terms.field.decided_at",
      sort: "decided_at",
      hidden: true,
    },
  ],
  filters: [
    {
      kind: "dates",
      id: "earliest",
      label: "undated_terms.field.earliest_on",
      from: "earliest_from",
      to: "earliest_to",
    },
    {
      kind: "choice",
      id: "state",
      label: "undated_terms.field.state",
      enumName: "undated_term_state",
      multiple: true,
    },
    {
      kind: "choice",
      id: "cause",
      label: "undated_terms.field.cause",
      enumName: "undated_term_cause",
      multiple: true,
    },
    {
      kind: "choice",
      id: "record",
      label: "undated_terms.field.record",
      enumName: "undated_term_record",
      multiple: true,
    },
  ],
});
