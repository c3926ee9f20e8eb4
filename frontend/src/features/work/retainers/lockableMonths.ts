// The past months that can be closed.
const OFFERED_MONTHS = 24;

function addMonths(month: string, count: number): string {
  const [year = 0, monthNumber = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, monthNumber - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The past months ("2026-10"), newest first, and the selected one if it is older. */
export function endedMonths(today: string, selected?: string): string[] {
  const months = Array.from({ length: OFFERED_MONTHS }, (_, index) => addMonths(today, -1 - index));
  return selected === undefined || months.includes(selected) ? months : [...months, selected];
}

/** The first and last day of a month ("2026-10"), and the day before it. */
export function daysOf(month: string): { first: string; last: string; previousDay: string } {
  const day = (ofMonth: string, offset: number) =>
    new Date(Date.parse(`${ofMonth}-01T00:00:00Z`) + offset * 86_400_000)
      .toISOString()
      .slice(0, 10);
  return { first: `${month}-01`, last: day(addMonths(month, 1), -1), previousDay: day(month, -1) };
}
