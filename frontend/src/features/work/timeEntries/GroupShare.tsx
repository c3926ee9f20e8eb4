// The share of a group in all hours, as a bar and a percentage.
import { useLocale } from "../../../i18n/locale";
import { formatPercent } from "../../../lib/numbers";
import classes from "./RecordHours.module.css";
import { wholePercent } from "./wholePercent";

export function GroupShare({ percent }: { percent: string }) {
  const locale = useLocale();
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.part} style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.percent}>{formatPercent(wholePercent(percent), locale)}</span>
    </span>
  );
}
