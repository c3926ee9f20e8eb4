// The screens about teams, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { loadTeamWords } from "../../i18n/translate";

export const Route = createFileRoute("/_default/admin/teams")({ loader: loadTeamWords });
