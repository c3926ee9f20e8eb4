// A currency that an address or a person's settings name, as one that the API takes.
import { readDashboard } from "../api/shapes/readDashboard.gen";
import type { Currency } from "../api/types";
import { useCurrentUser } from "./currentUser";

/** What a person's figures are converted to. */
export function useOwnCurrency(): Currency {
  return knownCurrency(useCurrentUser().currency) ?? "USD";
}

/** Nothing where there is no such currency: what is shown falls back to what it is without one. */
export function knownCurrency(asked: string | undefined): Currency | undefined {
  return readDashboard.values.currency.find((known) => known === asked);
}
