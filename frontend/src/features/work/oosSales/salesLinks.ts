// Where the sales behind a figure are listed: the list of sales, narrowed to exactly what the figure adds up, told in its currency.
import type { SalesAnalysis } from "../../../api/types";

type Words = Record<string, string>;

/** What counts as sold: from the client's yes on. */
const COUNTED = "approved,in_work,delivered,invoiced,paid";

/** Days to come are in no figure. */
export function salesLink(
  { as_of, from, to, currency }: SalesAnalysis,
  more: Words = {},
  days: { starts_on: string; ends_on: string } = { starts_on: from, ends_on: to },
) {
  const { starts_on, ends_on } = days;
  const search: Words = {
    status: COUNTED,
    sold_from: starts_on,
    sold_to: ends_on < as_of ? ends_on : as_of,
    in: currency,
    ...more,
  };
  return { to: "/oos-sales" as const, search };
}
