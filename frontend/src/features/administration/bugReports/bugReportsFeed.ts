// The list of problem reports, newest first, for administrators.
import { listBugReports } from "../../../api/shapes/listBugReports.gen";
import { defineList } from "../../../ui/table/listDescription";

export const bugReportsList = defineList(listBugReports, {
  columns: [],
  filters: [],
  requires: ["bug_reports.view"],
  searchable: false,
});
