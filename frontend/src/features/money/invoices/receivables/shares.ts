// The share of each amount in their sum, for the lengths of a strip.

/** Zero for all without a positive sum; an amount below zero has no length. */
export function sharesOf(amounts: readonly string[]): number[] {
  const sizes = amounts.map((amount) => Math.max(0, Number(amount)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => (total === 0 ? 0 : size / total));
}
