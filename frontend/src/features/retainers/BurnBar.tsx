// Hours used against hours available, with where today's even pace would be; its words say the same.
import type { Burn } from "../../api/types";
import classes from "./Retainers.module.css";

type Props = { burn: Burn; label: string };

/** Only lengths are drawn of these numbers: figures that are read stay decimal text. */
function lengths(burn: Burn) {
  const [used, available, forecast] = [
    burn.used_hours,
    burn.available_hours,
    burn.forecast_hours,
  ].map((hours) => Math.max(0, Number(hours))) as [number, number, number];
  const whole = Math.max(used, available, forecast);
  const part = (hours: number) => (whole === 0 ? "0%" : `${(hours / whole) * 100}%`);
  const even = available * (Math.min(100, Number(burn.elapsed_percent)) / 100);
  return {
    used: part(Math.min(used, available)),
    over: part(Math.max(0, used - available)),
    expected: part(Math.max(0, forecast - used)),
    available: part(available),
    even: part(even),
  };
}

export function BurnBar({ burn, label }: Props) {
  const at = lengths(burn);
  return (
    <div className={classes.burn} role="img" aria-label={label} data-level={burn.level}>
      <div className={classes.track}>
        <div className={classes.used} style={{ width: at.used }} />
        <div className={classes.over} style={{ width: at.over }} />
        <div className={classes.expected} style={{ width: at.expected }} />
      </div>
      <div className={classes.available} style={{ insetInlineStart: at.available }} />
      <div className={classes.even} style={{ insetInlineStart: at.even }} />
    </div>
  );
}
