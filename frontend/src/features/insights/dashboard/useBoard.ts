// Reads and changes the dashboard's search parameters.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { parseCurrency } from "../../../session/userCurrency";
import { widestScope } from "./dashboardQueries";
import {
  boardQuery,
  type DashboardAddress,
  type DashboardQuery,
  type DashboardSearch,
  parseBoardSearch,
  type Scope,
} from "./dashboardSearch";

export function useWidestScope(): Scope {
  return widestScope(useCurrentUser());
}

function useBoardSearch(): DashboardSearch {
  const search = parseBoardSearch(useSearch({ strict: false }) as Record<string, unknown>);
  return { ...search, currency: parseCurrency(search.currency) };
}

/** The API query: by default everything that the user may see. */
export function useBoardQuery(): DashboardQuery & { scope: Scope } {
  const search = useBoardSearch();
  const widest = useWidestScope();
  return {
    ...boardQuery(search),
    scope: search.scope ?? widest,
    ...(search.compare ? { compare: search.compare } : {}),
  };
}

export function useBoard() {
  const navigate = useNavigate();
  const search = useBoardSearch();
  const today = useToday();
  const { organization } = useCurrentUser();
  const month = periodRange("this_month", today, organization.fiscal_year_start);
  const change = (changed: Partial<DashboardAddress>) => {
    const next = { ...search, rows: undefined, group: undefined, page: undefined, ...changed };
    const isDefault = next.from === month.from && next.to === month.to;
    const days = isDefault ? { from: undefined, to: undefined } : {};
    void navigate({ to: ".", search: { ...next, ...days }, resetScroll: false });
  };
  return { search, days: { from: search.from ?? month.from, to: search.to ?? month.to }, change };
}
