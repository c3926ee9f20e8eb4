// The scales of charts: from values to positions, with ticks at round numbers.

export type Scales = {
  /** The center of a point, and its width. */
  x: (index: number) => number;
  band: number;
  y: (value: number) => number;
  width: number;
  height: number;
  right: number;
};

const ROUND_FACTORS = [1, 2, 2.5, 5, 10];

/** The round step that divides a range into about `count` parts. */
export function roundStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (ROUND_FACTORS.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
}

/** Round values from below the lowest to above the highest, including zero. */
export function ticksFor(values: readonly number[], count: number): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return [0, 1];
  const step = roundStep(highest - lowest, count);
  return multiples(step, Math.floor(lowest / step), Math.ceil(highest / step));
}

/** Zero, and round values from `start` to above the highest, for an axis that leaves out what is between. */
export function ticksFrom(start: number, values: readonly number[], count: number): number[] {
  const step = roundStep(Math.max(...values) - start, count);
  const [first, last] = [Math.ceil(start / step), Math.ceil(Math.max(...values) / step)];
  return [...new Set([0, start, ...multiples(step, first, last)])];
}

const multiples = (step: number, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)),
  );

/** A linear scale from a range of values to a range of positions. */
export function linear(from: readonly [number, number], to: readonly [number, number]) {
  const ratio = (to[1] - to[0]) / (from[1] - from[0]);
  return (value: number) => to[0] + (value - from[0]) * ratio;
}

/** A linear scale from `start` upward; zero is `gap` below it. */
export function broken(
  [start, highest]: readonly [number, number],
  [bottom, top]: readonly [number, number],
  gap: number,
) {
  const above = linear([start, highest], [bottom - gap, top]);
  return (value: number) => (value <= 0 ? bottom : above(Math.max(value, start)));
}

/** A band scale: the center of each point and the width available to it. */
export function bands(count: number, from: number, to: number) {
  const pointWidth = (to - from) / Math.max(1, count);
  return { band: pointWidth * 0.75, x: (index: number) => from + pointWidth * (index + 0.5) };
}
