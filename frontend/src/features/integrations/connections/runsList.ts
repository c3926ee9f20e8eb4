// The list of synchronizations: columns and filters.
import { listSyncRuns } from "../../../api/shapes/listSyncRuns.gen";
import { defineList } from "../../../ui/table/listDescription";

export const runsList = defineList(listSyncRuns, {
  file: { list: "sync-runs" },
  requires: "connections.view",
  defaultSort: "-created_at",
  searchable: false,
  computed: ["began", "lasted", "kind", "result", "trouble"],
  columns: [
    { id: "service", label: "sync_runs.field.service", sort: "service" },
    { id: "status", label: "sync_runs.field.status" },
    { id: "began", label: "sync_runs.field.began", sort: "created_at" },
    { id: "lasted", label: "sync_runs.field.lasted", align: "end" },
    { id: "kind", label: "sync_runs.field.kind" },
    { id: "result", label: "sync_runs.field.result" },
    { id: "trouble", label: "sync_runs.field.trouble" },
  ],
  filters: [
    {
      kind: "choice",
      id: "service",
      label: "sync_runs.field.service",
      enumName: "service",
      multiple: true,
    },
    {
      kind: "choice",
      id: "status",
      label: "sync_runs.field.status",
      enumName: "sync_status",
      multiple: true,
    },
  ],
});
