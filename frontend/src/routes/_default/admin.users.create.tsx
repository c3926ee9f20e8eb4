// Inviting somebody.
import { createFileRoute } from "@tanstack/react-router";
import { UserCreate } from "../../features/users/UserCreate";

export const Route = createFileRoute("/_default/admin/users/create")({ component: UserCreate });
