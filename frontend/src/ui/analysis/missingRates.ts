// Lists the missing exchange rates of an analysis: the first few, and the total count.
import { formatDate } from "../../lib/dates";

/** The number of rates that are listed. */
const MAX_NAMED = 3;

export function listMissingRates(
  missing: readonly { currency: string; on: string }[],
  locale: string,
) {
  const rates = missing
    .slice(0, MAX_NAMED)
    .map(({ currency, on }) => `${currency} (${formatDate(on, locale)})`)
    .join(", ");
  return { rates, count: missing.length };
}
