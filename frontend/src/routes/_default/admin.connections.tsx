// The connections to the outside services, and their synchronizations.
import { createFileRoute } from "@tanstack/react-router";
import { ConnectionsPage } from "../../features/integrations/connections/ConnectionsPage";
import { parseConnectionsSearch } from "../../features/integrations/connections/connectionsSearch";

export const Route = createFileRoute("/_default/admin/connections")({
  staticData: { messages: ["administration"] },
  validateSearch: parseConnectionsSearch,
  component: ConnectionsPage,
});
