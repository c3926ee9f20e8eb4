// Bars from one value to another, and where their axis starts.
import type { ChartData } from "./chartData";
import { roundStep } from "./scales";

/** The subject itself, good and bad news, neither of them, or one of five steps of age. */
export type Tone = "subject" | "gain" | "loss" | "neutral" | 1 | 2 | 3 | 4 | 5;

export type StepBar = {
  key: string;
  from: number;
  to: number;
  tone: Tone;
  /** The amount beside the bar. */
  text: string;
  /** The next bar starts where this one ends. */
  isJoined: boolean;
};

/** A level across all bars, such as a target. */
export type Level = { value: number; text: string };

/** Below this share of the highest value, changes are too small to see on an axis from zero. */
const MAX_VISIBLE_RANGE = 0.6;

/** The value above zero at which the axis of changes starts, near the lowest level; undefined for an axis from zero. */
export function axisStart(levels: readonly number[]): number | undefined {
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  if (lowest <= 0 || highest - lowest > highest * MAX_VISIBLE_RANGE) return undefined;
  const step = roundStep(Math.max(highest - lowest, highest / 20), 4);
  const start = (Math.ceil(lowest / step) - 1) * step;
  return start > 0 ? start : undefined;
}

export type StepProps = {
  title: string;
  summary: string;
  data: ChartData;
  /** One for each row of the data. */
  bars: readonly StepBar[];
  /** The value at which the axis starts, if it does not start at zero. */
  start?: number | undefined;
  level?: Level | undefined;
};

export const COLUMNS_HEIGHT = 300;
