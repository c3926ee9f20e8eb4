// Exchange rates, and their management.
import { createFileRoute } from "@tanstack/react-router";
import { ExchangeRatesPage } from "../../features/records/exchangeRates/ExchangeRatesPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/exchange-rates")({
  staticData: { messages: ["administration", "choices"] },
  ...lazyListRoute(
    async () =>
      (await import("../../features/records/exchangeRates/exchangeRatesList")).exchangeRatesList,
  ),
  component: ExchangeRatesPage,
});
