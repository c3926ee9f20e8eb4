// The months that can be locked: those that have ended.
const OFFERED = 24;

function shift(month: string, by: number): string {
  const [year = 0, one = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, one - 1 + by, 1)).toISOString().slice(0, 7);
}

/** "2026-10", … back from the last month that is over on this day; and `chosen`, however old it is. */
export function endedMonths(today: string, chosen?: string): string[] {
  const months = Array.from({ length: OFFERED }, (_, back) => shift(today, -1 - back));
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen];
}

/** "2026-10" → its first and last day, and the day before. */
export function daysOf(month: string): { first: string; last: string; before: string } {
  const day = (of: string, by: number) =>
    new Date(Date.parse(`${of}-01T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  return { first: `${month}-01`, last: day(shift(month, 1), -1), before: day(month, -1) };
}
