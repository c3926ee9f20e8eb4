// How much of something is used, against how much there is: one bar, hatched where it goes beyond; words stand beside it.
import classes from "./Bullet.module.css";

type Props = {
  /** What the bar says. */
  label: string;
  /** Only lengths are drawn of these: figures that are read stay decimal text. */
  used: number;
  whole: number;
  /** What it comes to at this pace. */
  forecast?: number;
  /** The share of the time that is over, from 0 to 1. */
  elapsed?: number;
  thick?: boolean;
};

export function Bullet({ label, used, whole, forecast, elapsed, thick = false }: Props) {
  const [least, most] = [Math.max(0, used), Math.max(0, whole)];
  const expected = Math.max(least, forecast ?? 0);
  const scale = Math.max(least, most, expected);
  const part = (size: number) => (scale === 0 ? "0%" : `${(size / scale) * 100}%`);
  return (
    <div className={classes.bullet} role="img" aria-label={label} data-thick={thick || undefined}>
      <div className={classes.track}>
        <div className={classes.used} style={{ width: part(Math.min(least, most)) }} />
        <div className={classes.over} style={{ width: part(Math.max(0, least - most)) }} />
        <div className={classes.expected} style={{ width: part(expected - least) }} />
      </div>
      {scale > most && most > 0 && (
        <div className={classes.whole} style={{ insetInlineStart: part(most) }} />
      )}
      {elapsed !== undefined && (
        <div
          className={classes.now}
          style={{ insetInlineStart: part(most * Math.min(1, Math.max(0, elapsed))) }}
        />
      )}
    </div>
  );
}
