// The currency and the scope of a month's figures, from the address.
import type { Currency } from "../../../api/types";
import { parseCurrency } from "../../../session/userCurrency";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

const NARROW_SCOPES = ["own", "team"] as const;

type View = { currency?: Currency; scope?: (typeof NARROW_SCOPES)[number] };

/** Ignores what the address has wrong. */
export function restatementsView(search: ScreenSearch): View {
  const currency = parseCurrency(String(search.currency));
  const scope = NARROW_SCOPES.find((name) => name === search.scope);
  return { ...(currency && { currency }), ...(scope && { scope }) };
}
