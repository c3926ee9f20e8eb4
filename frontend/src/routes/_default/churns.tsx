// Churned retainers, and the movements of MRR.
import { createFileRoute } from "@tanstack/react-router";
import { ChurnsPage } from "../../features/work/churns/ChurnsPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/churns")({
  staticData: { messages: ["retainers", "dashboard"] },
  validateSearch: readRawSearch,
  component: ChurnsPage,
});
