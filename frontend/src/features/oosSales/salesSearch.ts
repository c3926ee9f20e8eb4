// Which days and currency an analysis of extra work is of: kept in the address, twelve months in one's own until chosen.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { readDay } from "../../lib/dates";
import { daysOf, type Period } from "../../lib/periods";
import { useCurrentUser } from "../../session/currentUser";
import { useToday } from "../../session/today";

export const SOLD_IN = [
  "twelve_months",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
] as const satisfies readonly Period[];
type SoldIn = (typeof SOLD_IN)[number];
const USUAL: SoldIn = "twelve_months";
const CURRENCY = /^[A-Z]{3}$/;

type Asked = { period?: unknown; from?: unknown; to?: unknown; currency?: unknown };
export type SalesSearch = {
  period: SoldIn | "custom";
  from: string;
  to: string;
  currency: string;
  change: (next: Record<string, string | undefined>) => void;
};

export function useSalesSearch(): SalesSearch {
  const navigate = useNavigate();
  const today = useToday();
  const user = useCurrentUser();
  const asked = useSearch({ strict: false }) as Asked;
  const [first, last] = [readDay(asked.from), readDay(asked.to)];
  const isCustom = first !== undefined && last !== undefined && first <= last;
  const named = SOLD_IN.find((one) => one === asked.period) ?? USUAL;
  const days = isCustom
    ? { from: first, to: last }
    : daysOf(named, today, user.organization.fiscal_year_start);
  const change = (next: Record<string, string | undefined>) => {
    const search = (before: Record<string, unknown>) => ({ ...before, ...next });
    void navigate({ to: ".", search: search as never, resetScroll: false });
  };
  const own = user.currency || "USD";
  const currency =
    typeof asked.currency === "string" && CURRENCY.test(asked.currency) ? asked.currency : own;
  return { ...days, period: isCustom ? "custom" : named, currency, change };
}
