// Reads a currency code from a URL or from settings as one that the API accepts.
import { readDashboard } from "../api/shapes/readDashboard.gen";
import type { Currency } from "../api/types";
import { useCurrentUser } from "./currentUser";

/** The currency to which the user's figures are converted. */
export function useUserCurrency(): Currency {
  return parseCurrency(useCurrentUser().currency) ?? "USD";
}

/** Undefined for an unknown code. */
export function parseCurrency(code: string | undefined): Currency | undefined {
  return readDashboard.values.currency.find((known) => known === code);
}
