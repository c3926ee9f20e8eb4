// The lists of options that the organization maintains.
import { createFileRoute } from "@tanstack/react-router";
import { OptionsPage } from "../../features/administration/enumOptions/OptionsPage";
import { loadMessages } from "../../i18n/translate";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/choices")({
  validateSearch: readRawSearch,
  loader: () => loadMessages("settings"),
  component: OptionsPage,
});
