// A day that is asked for once it is whole: not at each key, and never another one than was typed.
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { readDay } from "../../lib/dates";
import { DateField } from "./DateField";

type Props = {
  label: string;
  value: string;
  choose: (day: string) => void;
  /** What is wrong with the value beside others. */
  problem?: string | undefined;
};

export function DayField({ label, value, choose, problem }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const settle = (day: string) => {
    const isDay = readDay(day) !== undefined;
    // An emptied field goes back to the day that stands.
    setTyped(isDay || day === "" ? null : day);
    setTyping(false);
    if (isDay && day !== value) choose(day);
  };
  const told = typed === null ? problem : t("ui.days.unreadable");
  return (
    <DateField
      label={label}
      name={label}
      value={typed ?? value}
      error={isTyping ? undefined : told}
      onChange={(day) => {
        setTyping(true);
        setTyped(day);
      }}
      onSettled={settle}
    />
  );
}
