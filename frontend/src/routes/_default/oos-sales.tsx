// Sales of extra work, and what waits for the client's yes.
import { createFileRoute } from "@tanstack/react-router";
import { OosSalesPage } from "../../features/work/oosSales/OosSalesPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/oos-sales")({
  validateSearch: readRawSearch,
  component: OosSalesPage,
});
