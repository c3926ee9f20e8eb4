// Which days and currency an analysis is told for: kept in the address, its usual period in one's own currency until chosen.
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Currency } from "../../api/types";
import { readDay } from "../../lib/dates";
import { daysOf, type Period } from "../../lib/periods";
import { useCurrentUser } from "../../session/currentUser";
import { knownCurrency, useOwnCurrency } from "../../session/knownCurrency";
import { useToday } from "../../session/today";

/** The periods that an analysis is offered for, its usual one first. */
export type Periods = readonly [Period, ...Period[]];

type RawSearch = { period?: unknown; from?: unknown; to?: unknown; currency?: unknown };
export type AnalysisSearch = {
  period: Period | "custom";
  from: string;
  to: string;
  currency: Currency;
  change: (next: Record<string, string | undefined>) => void;
};

/** Whatever makes no sense in the address falls back to what is shown without it. */
export function useAnalysisSearch(periods: Periods): AnalysisSearch {
  const navigate = useNavigate();
  const today = useToday();
  const user = useCurrentUser();
  const own = useOwnCurrency();
  const asked = useSearch({ strict: false }) as RawSearch;
  const [first, last] = [readDay(asked.from), readDay(asked.to)];
  const isCustom = first !== undefined && last !== undefined && first <= last;
  const named = periods.find((one) => one === asked.period) ?? periods[0];
  const days = isCustom
    ? { from: first, to: last }
    : daysOf(named, today, user.organization.fiscal_year_start);
  const change = (next: Record<string, string | undefined>) => {
    const search = (before: Record<string, unknown>) => ({ ...before, ...next });
    void navigate({ to: ".", search: search as never, resetScroll: false });
  };
  const currency = knownCurrency(String(asked.currency)) ?? own;
  return { ...days, period: isCustom ? "custom" : named, currency, change };
}
