// Exchange rates, and their management.
import { createFileRoute } from "@tanstack/react-router";
import { ExchangeRatesPage } from "../../features/records/exchangeRates/ExchangeRatesPage";
import { loadMessages } from "../../i18n/translate";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const list = lazyListRoute(
  async () =>
    (await import("../../features/records/exchangeRates/exchangeRatesList")).exchangeRatesList,
);

export const Route = createFileRoute("/_default/exchange-rates")({
  ...list,
  loader: (given) => Promise.all([list.loader(given), loadMessages("settings")]),
  component: ExchangeRatesPage,
});
