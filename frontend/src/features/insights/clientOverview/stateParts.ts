// What the sentence of a client says, as figures: what is overdue, what renews next, and which hours are left.
import type { Aging, Burn } from "../../../api/types";
import { addDays } from "../../../lib/dates";
import { addDecimals, isZeroMoney, type Money } from "../../../lib/money";

const RENEWAL_DAYS = 90;
const CURRENT = "current";

export type Overdue = { amounts: Money[]; invoices: number };

/** The overdue amounts, one per currency, and the number of their invoices. */
export function overdueOf(aging: Aging): Overdue {
  const late = aging.currencies.map(({ currency, buckets }) => {
    const overdue = buckets.filter(({ bucket }) => bucket !== CURRENT);
    return {
      money: { amount: addDecimals(overdue.map(({ amount }) => amount.amount)), currency },
      invoices: overdue.reduce((sum, { invoices }) => sum + invoices, 0),
    };
  });
  return {
    amounts: late.map(({ money }) => money).filter((money) => !isZeroMoney(money)),
    invoices: late.reduce((sum, { invoices }) => sum + invoices, 0),
  };
}

export type HoursState = { left: string; available: string; isOver: boolean; month: string };

/** The hours of all retainers in their current month; undefined without a retainer with hours. */
export function hoursOf(burns: readonly Burn[]): HoursState | undefined {
  const month = burns[0]?.period.starts_on;
  if (month === undefined) return undefined;
  const available = addDecimals(burns.map(({ available_hours }) => available_hours));
  const left = addDecimals(burns.map(({ left_hours }) => left_hours));
  if (Number(available) <= 0 && Number(left) === 0) return undefined;
  return { left: left.replace("-", ""), available, isOver: Number(left) < 0, month };
}

/** The retainer that renews next, within ninety days or late. */
export function nextRenewal(
  burns: readonly Burn[],
  today: string,
): (Burn & { renews_on: string }) | undefined {
  const last = addDays(today, RENEWAL_DAYS);
  return burns
    .filter((burn): burn is Burn & { renews_on: string } => burn.renews_on !== null)
    .filter(
      ({ renews_on, renewal }) =>
        renews_on <= last && (renews_on >= today || renewal === "overdue"),
    )
    .sort((one, other) => one.renews_on.localeCompare(other.renews_on))[0];
}
