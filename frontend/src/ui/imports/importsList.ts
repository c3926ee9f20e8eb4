// The list of a file's rows with their outcomes.
import { listImportRows } from "../../api/shapes/listImportRows.gen";
import { defineList } from "../table/listDescription";

export function importRowsList(id: string) {
  return defineList(
    listImportRows,
    {
      defaultSort: "place",
      searchable: false,
      computed: ["details"],
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
          enumName: "import_outcome",
          multiple: true,
        },
      ],
    },
    { id },
  );
}
