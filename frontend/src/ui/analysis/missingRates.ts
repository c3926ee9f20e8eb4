// The rates that an analysis lacks, by name: a few, and for the rest how many there are.
import { formatDate } from "../../lib/dates";

/** Days named one by one; beyond these, how many more. */
const MAX_NAMED = 3;

export function nameRates(missing: readonly { currency: string; on: string }[], locale: string) {
  const rates = missing
    .slice(0, MAX_NAMED)
    .map(({ currency, on }) => `${currency} (${formatDate(on, locale)})`)
    .join(", ");
  return { rates, count: missing.length };
}
