// What narrows the list of receivables to a figure's rows; whatever else narrowed it is let go of.
import { type ListFilters, listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";

export type ReceivablesFilter = Pick<
  ListFilters<"/receivables">,
  "client" | "matched" | "currency" | "aging_bucket"
>;

export const RECEIVABLES_ID = "receivables-rows";

const CLEARED: Required<Record<keyof ReceivablesFilter, undefined>> = {
  client: undefined,
  matched: undefined,
  currency: undefined,
  aging_bucket: undefined,
};

/** The change of the address that shows exactly these. */
export function narrowTo(filter: ReceivablesFilter): ScreenSearch {
  const filters = listFilters("/receivables", { ...CLEARED, ...filter });
  return { page: undefined, q: undefined, open: undefined, ...filters };
}
