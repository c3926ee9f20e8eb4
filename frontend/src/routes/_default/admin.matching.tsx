// What the outside services know of our clients, people and projects, put together by those who decide.
import { createFileRoute } from "@tanstack/react-router";
import { MatchingPage } from "../../features/integrations/matching/MatchingPage";
import { readMatchingSearch } from "../../features/integrations/matching/matchingSearch";

export const Route = createFileRoute("/_default/admin/matching")({
  validateSearch: readMatchingSearch,
  component: MatchingPage,
});
