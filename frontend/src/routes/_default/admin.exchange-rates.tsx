// The same screen in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { reuseScreen } from "./-sameScreen";
import { Route as exchangeRates } from "./exchange-rates";

export const Route = createFileRoute("/_default/admin/exchange-rates")(reuseScreen(exchangeRates));
