// How long something lasts, in the parts that words are made of.
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Never below zero: two clocks may differ. */
export function minutesAndSeconds(milliseconds: number): { minutes: number; seconds: number } {
  const whole = Math.max(0, Math.round(milliseconds / SECOND_MS));
  return { minutes: Math.floor(whole / MINUTE_S), seconds: whole % MINUTE_S };
}
