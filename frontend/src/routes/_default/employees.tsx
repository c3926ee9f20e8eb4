// The screens about people of the agency.
import { createFileRoute } from "@tanstack/react-router";
import { loadTeamWords } from "../../i18n/translate";

export const Route = createFileRoute("/_default/employees")({ loader: loadTeamWords });
