// The search parameters of the statistics.
import { readDay } from "../../../lib/dates";

export type StatisticsPeriod = { from?: string | undefined; to?: string | undefined };

/** Ignores invalid or reversed dates. */
export function parseStatisticsPeriod(raw: { from?: unknown; to?: unknown }): StatisticsPeriod {
  const [from, to] = [readDay(raw.from), readDay(raw.to)];
  if (from === undefined || to === undefined || from > to) return {};
  return { from, to };
}
