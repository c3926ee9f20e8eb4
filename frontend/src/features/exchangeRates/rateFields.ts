// What is asked of whoever enters or corrects a rate.
import type { FieldDescription } from "../../ui/form/fields";

const LONGEST_REASON = 200;
const DECIMALS = 10;

const rate: FieldDescription = {
  kind: "decimal",
  decimals: DECIMALS,
  name: "rate",
  label: "exchange_rates.field.rate",
  help: "exchange_rates.help.rate",
  required: true,
};

export const newRateFields: readonly FieldDescription[] = [
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
];

export const correctionFields: readonly FieldDescription[] = [
  rate,
  {
    kind: "text",
    name: "reason",
    label: "exchange_rates.field.reason",
    help: "exchange_rates.help.reason",
    max: LONGEST_REASON,
    required: true,
  },
];
