// The rows of figures as lists, for their export.
import { listDashboardRows } from "../../api/shapes/listDashboardRows.gen";
import { listFigureRows } from "../../api/shapes/listFigureRows.gen";
import { defineList } from "../table/listDescription";

const columns = [
  { id: "record", label: "figure_rows.field.record" },
  { id: "client", label: "figure_rows.field.client" },
  { id: "group", label: "figure_rows.field.group" },
  { id: "on", label: "figure_rows.field.on" },
  { id: "value", label: "figure_rows.field.value" },
  { id: "of", label: "figure_rows.field.of" },
  { id: "amount", label: "figure_rows.field.amount" },
  { id: "converted", label: "figure_rows.field.converted" },
  { id: "rate", label: "figure_rows.field.rate" },
  { id: "rate_on", label: "figure_rows.field.rate_on" },
] as const;
const common = { columns, filters: [], searchable: false } as const;

export const dashboardRowsList = defineList(listDashboardRows, {
  ...common,
  file: { list: "dashboard-rows" },
});

export const figureRowsList = defineList(listFigureRows, {
  ...common,
  file: { list: "figure-rows" },
});
