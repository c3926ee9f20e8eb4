// Processes, queues, failures, storage, backups and services, for administrators.
import { createFileRoute } from "@tanstack/react-router";
import { OperationsPage } from "../../features/administration/operations/OperationsPage";

export const Route = createFileRoute("/_default/admin/operations")({
  staticData: { messages: ["administration"] },
  component: OperationsPage,
});
