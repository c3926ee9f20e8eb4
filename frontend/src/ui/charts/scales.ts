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
function stepFor(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (ROUND_FACTORS.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
}

/** Round values from below the lowest to above the highest, including zero. */
export function ticksFor(values: readonly number[], count: number): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return [0, 1];
  const step = stepFor(highest - lowest, count);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)),
  );
}

/** A linear scale from a range of values to a range of positions. */
export function linear(from: readonly [number, number], to: readonly [number, number]) {
  const ratio = (to[1] - to[0]) / (from[1] - from[0]);
  return (value: number) => to[0] + (value - from[0]) * ratio;
}

/** A band scale: the center of each point and the width available to it. */
export function bands(count: number, from: number, to: number) {
  const pointWidth = (to - from) / Math.max(1, count);
  return { band: pointWidth * 0.75, x: (index: number) => from + pointWidth * (index + 0.5) };
}
