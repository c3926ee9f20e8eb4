// Splits a duration into minutes and seconds.
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Never below zero: the clocks of two machines may differ. */
export function minutesAndSeconds(milliseconds: number): { minutes: number; seconds: number } {
  const totalSeconds = Math.max(0, Math.round(milliseconds / SECOND_MS));
  return { minutes: Math.floor(totalSeconds / MINUTE_S), seconds: totalSeconds % MINUTE_S };
}
