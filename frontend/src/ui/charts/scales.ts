// From values to places, and back to round numbers beside them: the two scales that these charts are drawn on.

export type Scales = {
  /** The middle of a point, and how wide it is. */
  x: (index: number) => number;
  band: number;
  y: (value: number) => number;
  width: number;
  height: number;
  right: number;
};

const ROUND = [1, 2, 2.5, 5, 10];

/** The round step that parts a span into about so many. */
function stepFor(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (ROUND.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
}

/** Round values from below the lowest to above the highest, nothing among them. */
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

/** Straight from a span of values to a span of places. */
export function linear(from: readonly [number, number], to: readonly [number, number]) {
  const ratio = (to[1] - to[0]) / (from[1] - from[0]);
  return (value: number) => to[0] + (value - from[0]) * ratio;
}

/** So many points side by side: the middle of each, and how wide what stands on it may be. */
export function bands(count: number, from: number, to: number) {
  const room = (to - from) / Math.max(1, count);
  return { band: room * 0.75, x: (index: number) => from + room * (index + 0.5) };
}
