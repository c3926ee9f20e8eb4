// The screens about people of the agency, in the administrators’ area.
import { createFileRoute } from "@tanstack/react-router";
import { loadTeamWords } from "../../i18n/translate";

export const Route = createFileRoute("/_default/admin/employees")({ loader: loadTeamWords });
