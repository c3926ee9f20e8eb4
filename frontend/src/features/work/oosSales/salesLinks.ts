// Where the sales behind a figure are listed: the list of sales, narrowed to exactly what the figure adds up, told in its currency.
import type { SalesAnalysis } from "../../../api/types";
import { type ListFilters, listFilters } from "../../../ui/links/screenSearch";

/** What counts as sold: from the client's yes on. */
const COUNTED = ["approved", "in_work", "delivered", "invoiced", "paid"] as const;

/** Days to come are in no figure. */
export function salesLink(
  { as_of, from, to, currency }: SalesAnalysis,
  more: ListFilters<"/oos-sales"> = {},
  days: { starts_on: string; ends_on: string } = { starts_on: from, ends_on: to },
) {
  const { starts_on, ends_on } = days;
  const search = listFilters("/oos-sales", {
    status: COUNTED,
    sold_from: starts_on,
    sold_to: ends_on < as_of ? ends_on : as_of,
    in: currency,
    ...more,
  });
  return { to: "/oos-sales" as const, search };
}
