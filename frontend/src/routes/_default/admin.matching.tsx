// The matching of the outside services' records with clients, employees and projects.
import { createFileRoute } from "@tanstack/react-router";
import { MatchingPage } from "../../features/integrations/matching/MatchingPage";
import { parseMatchingSearch } from "../../features/integrations/matching/matchingSearch";

export const Route = createFileRoute("/_default/admin/matching")({
  staticData: { messages: ["administration"] },
  validateSearch: parseMatchingSearch,
  component: MatchingPage,
});
