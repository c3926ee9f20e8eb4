// The list of clients.
import { createFileRoute } from "@tanstack/react-router";
import { ClientsPage } from "../../features/work/clients/ClientsPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/clients/")({
  ...laterListRoute(
    async () => (await import("../../features/work/clients/clientsList")).clientsList,
  ),
  component: ClientsPage,
});
