// The rows of one file as data: what each would change, or what keeps it from that.
import type { ListDescription } from "../table/listDescription";

const OUTCOMES = ["wrong", "create", "update", "unchanged"] as const;

export type ImportKind = "clients" | "employees";

export function importRowsList(id: string): ListDescription {
  return {
    path: `/imports/${id}/rows`,
    defaultSort: "place",
    searchable: false,
    columns: [
      { id: "name", label: "imports.column.name" },
      { id: "line", label: "imports.column.line", sort: "line", align: "end" },
      { id: "outcome", label: "imports.column.outcome" },
      { id: "details", label: "imports.column.details" },
    ],
    filters: [
      {
        kind: "choice",
        id: "outcome",
        label: "imports.column.outcome",
        values: OUTCOMES,
        enumName: "import_outcome",
        many: true,
      },
    ],
  };
}
