// Which months of a retainer count as over.
import type { RetainerPeriod } from "../../../api/types";

/** Whether hours are over; none are before any are included, carried over or granted. `isStated`: a number is entered. */
export function isMonthOver(period: RetainerPeriod, isStated: boolean): boolean {
  const granted = [period.base_hours, period.rollover_in, period.adjustment];
  return (
    (isStated || granted.some((hours) => Number(hours) > 0)) && Number(period.overage_hours) > 0
  );
}
