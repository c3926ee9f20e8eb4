// Creates a team.
import { createFileRoute } from "@tanstack/react-router";
import { TeamCreate } from "../../features/people/teams/TeamCreate";

export const Route = createFileRoute("/_default/admin/teams/create")({ component: TeamCreate });
