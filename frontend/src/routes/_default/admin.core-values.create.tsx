// A new core value.
import { createFileRoute } from "@tanstack/react-router";
import { CoreValueCreate } from "../../features/insights/coreValues/CoreValueCreate";

export const Route = createFileRoute("/_default/admin/core-values/create")({
  staticData: { messages: ["choices"] },
  component: CoreValueCreate,
});
