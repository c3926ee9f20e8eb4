// The address of the invoices behind a client's days to pay: those settled in the last twelve months.
import { parseCurrency } from "../../session/userCurrency";
import { listFilters } from "./screenSearch";

export function settledInvoices(client: string, currency: string, today: string) {
  const search = {
    ...listFilters("/invoices", {
      client,
      currency: parseCurrency(currency),
      settled_from: yearBefore(today),
      settled_to: today,
    }),
    sort: "-issued_on",
  };
  return { to: "/invoices", search } as const;
}

/** The same day of the year before; 28 February for 29 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${day.slice(4) === "-02-29" ? "-02-28" : day.slice(4)}`;
}
