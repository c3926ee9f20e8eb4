// A bar of used against available, hatched beyond the limit.
import classes from "./Bullet.module.css";

type Props = {
  /** The text alternative. */
  label: string;
  /** Numbers only for drawing: displayed figures stay decimal strings. */
  used: number;
  available: number;
  /** The forecast at the current pace. */
  forecast?: number;
  /** The elapsed share of the period, from 0 to 1. */
  elapsed?: number;
  thick?: boolean;
  /** How many times the available amount the bar can hold, so that the limits of bars below each other align. */
  span?: number;
};

export function Bullet({ label, used, available, forecast, elapsed, thick = false, span }: Props) {
  const [usedSize, availableSize] = [Math.max(0, used), Math.max(0, available)];
  const expected = Math.max(usedSize, forecast ?? 0);
  const scale = Math.max(usedSize, availableSize * (span ?? 1), expected);
  const percent = (size: number) => (scale === 0 ? "0%" : `${(size / scale) * 100}%`);
  return (
    <div
      className={classes.bullet}
      role="img"
      aria-label={label}
      data-thick={thick || undefined}
      data-spans={span !== undefined || undefined}
    >
      {span !== undefined && (
        <div className={classes.allowed} style={{ width: percent(availableSize) }} />
      )}
      <div className={classes.track}>
        <div
          className={classes.used}
          style={{ width: percent(Math.min(usedSize, availableSize)) }}
        />
        <div
          className={classes.over}
          style={{ width: percent(Math.max(0, usedSize - availableSize)) }}
        />
        <div className={classes.expected} style={{ width: percent(expected - usedSize) }} />
      </div>
      {scale > availableSize && availableSize > 0 && (
        <div className={classes.whole} style={{ insetInlineStart: percent(availableSize) }} />
      )}
      {elapsed !== undefined && (
        <div
          className={classes.now}
          style={{ insetInlineStart: percent(availableSize * Math.min(1, Math.max(0, elapsed))) }}
        />
      )}
    </div>
  );
}
