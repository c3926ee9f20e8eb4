// What currencies were worth, in the administrators’ area.
import { createFileRoute } from "@tanstack/react-router";
import { ExchangeRatesPage } from "../../features/records/exchangeRates/ExchangeRatesPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/exchange-rates")({
  ...laterListRoute(
    async () =>
      (await import("../../features/records/exchangeRates/exchangeRatesList")).exchangeRatesList,
  ),
  component: ExchangeRatesPage,
});
