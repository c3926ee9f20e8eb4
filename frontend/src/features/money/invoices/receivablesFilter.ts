// What narrows the list of receivables to a figure's rows; whatever else narrowed it is let go of.
import type { Query } from "../../../api/wire";

type Narrowing = Extract<
  keyof Query<"/receivables">,
  "client" | "matched" | "currency" | "aging_bucket"
>;
export type ReceivablesFilter = Partial<Record<Narrowing, string>>;

export const RECEIVABLES_ID = "receivables-rows";

export const CLEARED_FILTERS = {
  page: undefined,
  search: undefined,
  open: undefined,
  client: undefined,
  matched: undefined,
  currency: undefined,
  aging_bucket: undefined,
};
