// The hours of the days of a week as bars against what was available.
import type { WorkWeek } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { formatDate } from "../../../lib/dates";
import { formatDecimal } from "../../../lib/numbers";
import { weekdayName } from "../../../lib/weeks";
import classes from "./EmployeeHome.module.css";

type Props = { days: WorkWeek["days"]; today: string };

export function WeekDays({ days, today }: Props) {
  return (
    <ul className={classes.days}>
      {days.map((day) => (
        <Day key={day.on} {...day} isToday={day.on === today} />
      ))}
    </ul>
  );
}

/** A bar of the height of its hours within the hours of the day. */
function Day({
  on,
  hours,
  available_hours,
  isToday,
}: WorkWeek["days"][number] & { isToday: boolean }) {
  const locale = useLocale();
  const [used, available] = [Number(hours), Number(available_hours)];
  const scale = Math.max(used, available, 1);
  return (
    <li className={classes.day} title={formatDate(on, locale)}>
      <span>{used > 0 ? formatDecimal(hours, locale) : "–"}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ height: `${(available / scale) * 100}%` }} className={classes.available} />
        <span style={{ height: `${(used / scale) * 100}%` }} className={classes.used} />
      </span>
      <span className={classes.dayName} data-today={isToday || undefined}>
        {weekdayName(on, locale)}
      </span>
    </li>
  );
}
