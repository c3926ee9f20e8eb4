// The list of exchange rates: columns and filters.
import { listExchangeRates } from "../../../api/shapes/listExchangeRates.gen";
import { defineList } from "../../../ui/table/listDescription";

export const exchangeRatesList = defineList(listExchangeRates, {
  file: { list: "exchange-rates" },
  defaultSort: "-valid_on",
  searchable: false,
  columns: [
    { id: "valid_on", label: "exchange_rates.field.valid_on", sort: "valid_on" },
    { id: "currency", label: "exchange_rates.field.currency", sort: "currency", text: true },
    {
      id: "rate",
      label: "exchange_rates.field.rate",
      help: "exchange_rates.help.rate",
      sort: "rate",
      align: "end",
    },
    {
      id: "observed_on",
      label: "exchange_rates.field.observed_on",
      help: "exchange_rates.help.observed_on",
      sort: "observed_on",
    },
    { id: "source", label: "exchange_rates.field.source" },
    { id: "entered_by", label: "exchange_rates.field.entered_by", text: true },
    {
      id: "created_at",
      label: "exchange_rates.field.created_at",
      sort: "created_at",
      hidden: true,
    },
  ],
  filters: [
    {
      kind: "choice",
      id: "currency",
      label: "exchange_rates.field.currency",
      enumName: "currency",
      multiple: true,
    },
    {
      kind: "dates",
      id: "valid",
      label: "exchange_rates.field.valid_on",
      from: "valid_from",
      to: "valid_to",
    },
    {
      kind: "choice",
      id: "source",
      label: "exchange_rates.field.source",
      enumName: "rate_source",
      multiple: true,
    },
  ],
});
