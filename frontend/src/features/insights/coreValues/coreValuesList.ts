// The list of core values: columns and filters.
import { listCoreValues } from "../../../api/shapes/listCoreValues.gen";
import { defineList } from "../../../ui/table/listDescription";

export const coreValuesList = defineList(listCoreValues, {
  computed: ["name", "other_name"],
  file: { list: "core-values" },
  defaultSort: "position",
  requires: "core_values.view",
  columns: [
    { id: "name", label: "core_values.field.name", sort: "name" },
    { id: "other_name", label: "core_values.field.other_name" },
    { id: "position", label: "core_values.field.position", sort: "position", align: "end" },
    { id: "is_active", label: "core_values.field.state" },
    { id: "created_at", label: "core_values.field.created_at", sort: "created_at", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "is_active",
      label: "core_values.field.state",
      labels: { true: "core_values.state.active", false: "core_values.state.retired" },
    },
  ],
});
