// The form fields to enter or correct a rate.
import { RateCreate } from "../../../api/shapes/RateCreate.gen";
import { RateUpdate } from "../../../api/shapes/RateUpdate.gen";
import { defineFields } from "../../../ui/form/fields";

const MAX_DECIMALS = 10;

const rate = {
  kind: "decimal",
  decimals: MAX_DECIMALS,
  name: "rate",
  label: "exchange_rates.field.rate",
  help: "exchange_rates.help.rate",
  required: true,
} as const;

export const newRateFields = defineFields(RateCreate, [
  {
    kind: "choice",
    name: "currency",
    label: "exchange_rates.field.currency",
    enumName: "currency",
    required: true,
  },
  {
    kind: "date",
    name: "valid_on",
    label: "exchange_rates.field.valid_on",
    help: "exchange_rates.help.valid_on",
    required: true,
  },
  rate,
]);

export const correctionFields = defineFields(RateUpdate, [
  rate,
  {
    kind: "text",
    name: "reason",
    label: "exchange_rates.field.reason",
    help: "exchange_rates.help.reason",
    required: true,
  },
]);
