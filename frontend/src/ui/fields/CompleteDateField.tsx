// A date field that reports only complete days, once they are typed.
import { useState } from "react";
import { readDay } from "../../lib/dates";
import { DateField } from "./DateField";

type Props = {
  label: string;
  value: string;
  onChoose: (day: string) => void;
  /** Reports an emptied field as ""; else it returns to the current day. */
  clearable?: boolean;
  /** An error in combination with other fields. */
  problem?: string | undefined;
  nested?: boolean;
};

export function CompleteDateField(props: Props) {
  const { label, value, onChoose, clearable = false, problem, nested = false } = props;
  /** The input until it is a complete day. */
  const [input, setInput] = useState<string | null>(null);
  const settle = (day: string) => {
    const isComplete = day === "" ? clearable : readDay(day) !== undefined;
    setInput(isComplete || day === "" ? null : day);
    if (isComplete && day !== value) onChoose(day);
  };
  return (
    <DateField
      label={label}
      name={label}
      value={input ?? value}
      error={input === null ? problem : undefined}
      onChange={setInput}
      onSettled={settle}
      nested={nested}
    />
  );
}
