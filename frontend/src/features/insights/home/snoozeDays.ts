// The days that a snooze offers: tomorrow, the next Monday, and the same day of the next month.
import { addDays } from "../../../lib/dates";

const MONDAY = 1;
const DAYS_OF_WEEK = 7;

export type SnoozeDay = { id: "tomorrow" | "week" | "month"; day: string };

export function snoozeDays(today: string): SnoozeDay[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const toMonday = (MONDAY - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  return [
    { id: "tomorrow", day: addDays(today, 1) },
    { id: "week", day: addDays(today, toMonday) },
    { id: "month", day: sameDayNextMonth(today) },
  ];
}

/** The last day of a shorter month. */
function sameDayNextMonth(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}
