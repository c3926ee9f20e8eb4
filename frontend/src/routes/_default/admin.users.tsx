// The screens about the people who sign in.
import { createFileRoute } from "@tanstack/react-router";
import { loadAdministrationWords } from "../../i18n/translate";

export const Route = createFileRoute("/_default/admin/users")({
  loader: loadAdministrationWords,
});
