// The list of synchronisations as data.
import type { Service, SyncRun } from "../../api/types";
import type { ListDescription } from "../../ui/table/listDescription";

const SERVICES = ["teamwork", "hubspot", "quickbooks"] as const satisfies readonly Service[];

const STATUSES = [
  "queued",
  "running",
  "succeeded",
  "failed",
] as const satisfies readonly SyncRun["status"][];

export const runsList: ListDescription = {
  path: "/sync-runs",
  file: { list: "sync-runs" },
  needs: "connections.view",
  defaultSort: "-created_at",
  searchable: false,
  columns: [
    { id: "service", label: "connections.column.service", sort: "service" },
    { id: "status", label: "connections.column.status" },
    { id: "began", label: "connections.column.began", sort: "created_at" },
    { id: "lasted", label: "connections.column.lasted", align: "end" },
    { id: "kind", label: "connections.column.kind" },
    { id: "result", label: "connections.column.result" },
    { id: "trouble", label: "connections.column.trouble" },
  ],
  filters: [
    {
      kind: "choice",
      id: "service",
      label: "connections.column.service",
      values: SERVICES,
      enumName: "service",
      many: true,
    },
    {
      kind: "choice",
      id: "status",
      label: "connections.column.status",
      values: STATUSES,
      enumName: "sync_status",
      many: true,
    },
  ],
};
