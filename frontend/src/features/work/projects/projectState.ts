// How a fixed-price or out-of-scope project stands: shares for its bars, and hours at completion.
import type { Project } from "../../../api/types";
import { daysBetween } from "../../../lib/dates";

/** Hundredths of an hour, for exact arithmetic. */
function toHundredths(hours: string): bigint {
  const [integer = "0", fraction = ""] = hours.split(".");
  return BigInt(integer + fraction.padEnd(2, "0").slice(0, 2));
}

function toHours(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The hours between two figures, and whether the first is above the second. */
export function hoursBeyond(hours: string, limit: string): { isOver: boolean; hours: string } {
  const [units, limitUnits] = [toHundredths(hours), toHundredths(limit)];
  const isOver = units > limitUnits;
  return { isOver, hours: toHours(isOver ? units - limitUnits : limitUnits - units) };
}

const WHOLE = 100;

/** The hours that the whole work takes if it goes on as so far; null without an estimate or hours. */
export function hoursAtCompletion({ hours_counted, percent_done }: Project): string | null {
  if (percent_done === null || percent_done === 0 || percent_done === WHOLE) return null;
  const units = toHundredths(hours_counted);
  if (units === 0n) return null;
  const done = BigInt(percent_done);
  return toHours((units * 100n + done / 2n) / done);
}

/** The elapsed share of the time from the first to the last day, from 0 to 100; null without a last day. */
export function elapsedShare({ start_on, end_on }: Project, today: string): number | null {
  if (end_on === null) return null;
  const whole = daysBetween(start_on, end_on) + 1;
  const elapsed = daysBetween(start_on, today);
  return Math.min(WHOLE, Math.max(0, Math.round((elapsed / whole) * WHOLE)));
}
