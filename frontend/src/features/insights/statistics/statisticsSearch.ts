// The span of days that a project's figures are told for, as the address keeps it.
import { readDay } from "../../../lib/dates";

export type Span = { from?: string | undefined; to?: string | undefined };

/** Days that are none, or in the wrong order, fall back to the month so far. */
export function readSpan(raw: { from?: unknown; to?: unknown }): Span {
  const [from, to] = [readDay(raw.from), readDay(raw.to)];
  if (from === undefined || to === undefined || from > to) return {};
  return { from, to };
}
