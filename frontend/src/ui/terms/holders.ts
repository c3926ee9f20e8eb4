// Groups the figures that change by the employee or team that holds them.
import type { DatedTermPreview, Money } from "../../api/types";

type Change = DatedTermPreview["figures"][number];
export type Holder = { key: string; name: string; changes: readonly Change[] };

export function groupByHolder(changes: readonly Change[]): Holder[] {
  const holders = new Map<string, { key: string; name: string; changes: Change[] }>();
  for (const change of changes) {
    const key = change.record.api_id;
    const holder = holders.get(key) ?? { key, name: change.record.name, changes: [] };
    holder.changes.push(change);
    holders.set(key, holder);
  }
  return [...holders.values()];
}

const amountIn = (currency: string, money: readonly Money[]) =>
  Number(money.find((one) => one.currency === currency)?.amount ?? 0);

/** Whether every amount grows, in each currency: 1; or shrinks: -1; or neither: 0. */
function direction({ changes }: Holder): number {
  const signs = changes.flatMap(({ before, after }) => {
    if (before.money === null || after.money === null) return [0];
    const currencies = new Set([...before.money, ...after.money].map(({ currency }) => currency));
    return [...currencies]
      .map((one) => Math.sign(amountIn(one, after.money ?? []) - amountIn(one, before.money ?? [])))
      .filter((sign) => sign !== 0);
  });
  const [first = 0] = signs;
  return signs.every((sign) => sign === first) ? first : 0;
}

/** The two holders between which amounts move, if there are no others. */
export function findMove(holders: readonly Holder[]): { from: Holder; to: Holder } | null {
  if (holders.length !== 2) return null;
  const from = holders.find((holder) => direction(holder) === -1);
  const to = holders.find((holder) => direction(holder) === 1);
  return from && to ? { from, to } : null;
}
