// Lost retainers, and how MRR moved.
import { createFileRoute } from "@tanstack/react-router";
import { ChurnsPage } from "../../features/churns/ChurnsPage";
import { loadChurnWords } from "../../features/churns/loadWords";
import { loadWorkWords } from "../../i18n/translate";
import { readLater } from "../../ui/table/laterSearch";

export const Route = createFileRoute("/_default/churns")({
  validateSearch: readLater,
  loader: () => Promise.all([loadWorkWords(), loadChurnWords()]),
  component: ChurnsPage,
});
