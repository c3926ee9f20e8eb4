// The administrators' area: the same screens, for administrators only.
import { createFileRoute } from "@tanstack/react-router";
import { loadMessages } from "../../i18n/translate";
import { guard } from "../../session/guards";
import { NotInAdmin } from "./-NotInAdmin";

export const Route = createFileRoute("/_default/admin")({
  beforeLoad: guard("admin"),
  loader: () => loadMessages("settings"),
  notFoundComponent: NotInAdmin,
});
