// The time that people logged.
import { createFileRoute } from "@tanstack/react-router";
import { TimeEntriesPage } from "../../features/work/timeEntries/TimeEntriesPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/time-entries")({
  staticData: { messages: ["hours"] },
  validateSearch: readRawSearch,
  component: TimeEntriesPage,
});
