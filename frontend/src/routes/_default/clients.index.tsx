// The list of clients.
import { createFileRoute } from "@tanstack/react-router";
import { ClientsPage } from "../../features/clients/ClientsPage";
import { clientsList } from "../../features/clients/clientsList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/clients/")({
  ...listRoute(clientsList),
  component: ClientsPage,
});
