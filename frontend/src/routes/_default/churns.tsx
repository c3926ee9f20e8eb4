// Lost retainers, and how MRR moved.
import { createFileRoute } from "@tanstack/react-router";
import { ChurnsPage } from "../../features/work/churns/ChurnsPage";
import { readLater } from "../../ui/table/laterSearch";

export const Route = createFileRoute("/_default/churns")({
  validateSearch: readLater,
  component: ChurnsPage,
});
