// Links to the list of sales, filtered to the rows of a figure.
import type { SalesAnalysis } from "../../../api/types";
import { type ListFilters, listFilters } from "../../../ui/links/screenSearch";

/** The statuses that count as sold: approved and later. */
const COUNTED_STATUSES = ["approved", "in_work", "delivered", "invoiced", "paid"] as const;

/** Future days are excluded. */
export function salesLink(
  { as_of, from, to, currency }: SalesAnalysis,
  filters: ListFilters<"/oos-sales"> = {},
  days: { starts_on: string; ends_on: string } = { starts_on: from, ends_on: to },
) {
  const { starts_on, ends_on } = days;
  const search = listFilters("/oos-sales", {
    status: COUNTED_STATUSES,
    sold_from: starts_on,
    sold_to: ends_on < as_of ? ends_on : as_of,
    in: currency,
    ...filters,
  });
  return { to: "/oos-sales" as const, search };
}
