// The administrators' area: the same screens, for administrators only.
import { createFileRoute } from "@tanstack/react-router";
import { guard } from "../../session/guards";
import { NotInAdmin } from "./-NotInAdmin";

export const Route = createFileRoute("/_default/admin")({
  beforeLoad: guard("admin"),
  notFoundComponent: NotInAdmin,
});
