// The screens about core values.
import { createFileRoute } from "@tanstack/react-router";
import { loadCultureWords } from "../../i18n/translate";

export const Route = createFileRoute("/_default/admin/core-values")({
  loader: loadCultureWords,
});
