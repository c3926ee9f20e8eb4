// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { sameScreenAs } from "./-sameScreen";
import { Route as exchangeRates } from "./exchange-rates";

export const Route = createFileRoute("/_default/admin/exchange-rates")(sameScreenAs(exchangeRates));
