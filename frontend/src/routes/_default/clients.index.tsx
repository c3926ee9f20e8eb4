// The list of clients.
import { createFileRoute } from "@tanstack/react-router";
import { ClientsPage } from "../../features/work/clients/ClientsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/clients/")({
  staticData: { messages: ["states"] },
  ...lazyListRoute(
    async () => (await import("../../features/work/clients/clientsList")).clientsList,
  ),
  component: ClientsPage,
});
