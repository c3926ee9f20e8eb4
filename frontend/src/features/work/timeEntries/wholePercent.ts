/** A percentage for display without decimals. */
export function wholePercent(percent: string): string {
  return String(Math.round(Number(percent)));
}
