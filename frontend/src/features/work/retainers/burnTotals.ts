// The totals of the burn list by group, for its opening sentence and its headings.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Burn, BurnTotals } from "../../../api/types";
import { addDecimals } from "../../../lib/money";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import { burnsList } from "./burnsList";

export type Group = "over" | "watch" | "ok" | "unknown";
type Level = Burn["level"];

/** The levels of each group of the list, the most critical first. */
export const GROUP_LEVELS: Record<Group, readonly Level[]> = {
  over: ["over"],
  watch: ["high", "watch"],
  ok: ["ok"],
  unknown: ["unknown"],
};

export function groupOf({ level }: Pick<Burn, "level">): Group {
  return level === "high" ? "watch" : level;
}

/** The totals for the list's filters; those by level are left out, so that the totals cover all groups. */
export function useBurnTotals() {
  const { search } = useListState(burnsList);
  const { level: _, runs_out: __, ...query } = allPagesQuery(burnsList, search);
  return useQuery(dataQuery("/retainer-burns/totals", { query }));
}

export type GroupTotals = {
  retainers: number;
  runsOut: number;
  overHours: string;
  forecastOverHours: string;
};

export function totalsOf({ levels }: BurnTotals, group: Group): GroupTotals {
  const found = levels.filter(({ level }) => GROUP_LEVELS[group].includes(level));
  return {
    retainers: found.reduce((sum, one) => sum + one.retainers, 0),
    runsOut: found.reduce((sum, one) => sum + one.runs_out, 0),
    overHours: addDecimals(found.map((one) => one.over_hours)),
    forecastOverHours: addDecimals(found.map((one) => one.forecast_overage_hours)),
  };
}
