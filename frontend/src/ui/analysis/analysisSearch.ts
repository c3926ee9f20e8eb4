// Reads and changes the period and currency of an analysis in the URL; defaults are its first period and the user's
// currency.
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Currency } from "../../api/types";
import { readDay } from "../../lib/dates";
import { type Period, periodRange } from "../../lib/periods";
import { useCurrentUser } from "../../session/currentUser";
import { useToday } from "../../session/today";
import { parseCurrency, useUserCurrency } from "../../session/userCurrency";
import { changedSearch, type ScreenSearch } from "../links/screenSearch";

/** The periods that an analysis offers; the first is the default. */
export type Periods = readonly [Period, ...Period[]];

type RawSearch = { period?: unknown; from?: unknown; to?: unknown; currency?: unknown };
export type AnalysisSearch = {
  period: Period | "custom";
  from: string;
  to: string;
  currency: Currency;
  change: (next: ScreenSearch) => void;
};

/** Invalid values in the URL fall back to the defaults. */
export function useAnalysisSearch(periods: Periods): AnalysisSearch {
  const navigate = useNavigate();
  const today = useToday();
  const user = useCurrentUser();
  const userCurrency = useUserCurrency();
  const params = useSearch({ strict: false }) as RawSearch;
  const [first, last] = [readDay(params.from), readDay(params.to)];
  const isCustom = first !== undefined && last !== undefined && first <= last;
  const period = periods.find((item) => item === params.period) ?? periods[0];
  const range = isCustom
    ? { from: first, to: last }
    : periodRange(period, today, user.organization.fiscal_year_start);
  const change = (next: ScreenSearch) =>
    void navigate({ to: ".", search: changedSearch(next), resetScroll: false });
  const currency = parseCurrency(String(params.currency)) ?? userCurrency;
  return { ...range, period: isCustom ? "custom" : period, currency, change };
}
