// The search parameters that filter the list of receivables to the rows of an amount.
import { type ListFilters, listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";

export type ReceivablesFilter = Pick<
  ListFilters<"/receivables">,
  "client" | "matched" | "currency" | "aging_bucket"
>;

export const RECEIVABLES_ID = "receivables-rows";

const NO_FILTERS: Required<Record<keyof ReceivablesFilter, undefined>> = {
  client: undefined,
  matched: undefined,
  currency: undefined,
  aging_bucket: undefined,
};

/** The changed search parameters; all other filters are cleared. */
export function receivablesSearch(filter: ReceivablesFilter): ScreenSearch {
  const filters = listFilters("/receivables", { ...NO_FILTERS, ...filter });
  return { page: undefined, q: undefined, open: undefined, ...filters };
}
