// What narrows the list of receivables to a figure's rows; whatever else narrowed it is let go of.
export type Rows = Partial<Record<"client" | "matched" | "currency" | "aging_bucket", string>>;

export const ROWS_ID = "receivables-rows";

export const NARROWED = {
  page: undefined,
  search: undefined,
  open: undefined,
  client: undefined,
  matched: undefined,
  currency: undefined,
  aging_bucket: undefined,
};
