// Out-of-scope sales, and work awaiting client approval.
import { createFileRoute } from "@tanstack/react-router";
import { OosSalesPage } from "../../features/work/oosSales/OosSalesPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/oos-sales")({
  staticData: { messages: ["retainers", "sales"] },
  validateSearch: readRawSearch,
  component: OosSalesPage,
});
