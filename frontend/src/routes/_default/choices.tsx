// The lists of options that the organization maintains.
import { createFileRoute } from "@tanstack/react-router";
import { OptionsPage } from "../../features/administration/enumOptions/OptionsPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/choices")({
  staticData: { messages: ["choices"] },
  validateSearch: readRawSearch,
  component: OptionsPage,
});
