// Which period and currency an analysis is of: kept in the address, two years in one's own currency until chosen.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { readDay } from "../../lib/dates";
import { daysOf } from "../../lib/periods";
import { useCurrentUser } from "../../session/currentUser";
import { useToday } from "../../session/today";
import { ANALYSED, type Analysed } from "./periods";

const USUAL: Analysed = "two_years";
const CURRENCY = /^[A-Z]{3}$/;

type Asked = { period?: unknown; from?: unknown; to?: unknown; currency?: unknown };
export type AnalysisSearch = {
  period: Analysed | "custom";
  from: string;
  to: string;
  currency: string;
  change: (next: Record<string, string | undefined>) => void;
};

export function useAnalysisSearch(): AnalysisSearch {
  const navigate = useNavigate();
  const today = useToday();
  const user = useCurrentUser();
  const asked = useSearch({ strict: false }) as Asked;
  const [first, last] = [readDay(asked.from), readDay(asked.to)];
  const isCustom = first !== undefined && last !== undefined && first <= last;
  const named = ANALYSED.find((one) => one === asked.period) ?? USUAL;
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
