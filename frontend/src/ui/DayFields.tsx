// The first and the last day of a period of one's own, typed or from a calendar.
import { DateField } from "./DateField";

type Props = {
  labels: readonly [string, string];
  from: string;
  to: string;
  choose: (from: string, to: string) => void;
};

/** The last day is never before the first; an empty field changes nothing. */
export function DayFields({ labels: [first, last], from, to, choose }: Props) {
  const change = (start: string, end: string) => {
    if (start && end) choose(start > end ? end : start, end);
  };
  return (
    <>
      <DateField label={first} name={first} value={from} onChange={(day) => change(day, to)} />
      <DateField label={last} name={last} value={to} onChange={(day) => change(from, day)} />
    </>
  );
}
