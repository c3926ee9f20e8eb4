// The administrators' area: the same screens, for those who may manage everything.
import { createFileRoute } from "@tanstack/react-router";
import { guard } from "../../session/guards";

export const Route = createFileRoute("/_default/admin")({ beforeLoad: guard("admin") });
