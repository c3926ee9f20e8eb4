// A date field that reports only complete days.
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { readDay } from "../../lib/dates";
import { DateField } from "./DateField";

type Props = {
  label: string;
  value: string;
  onChoose: (day: string) => void;
  /** An error in combination with other fields. */
  problem?: string | undefined;
};

export function CompleteDateField({ label, value, onChoose, problem }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const settle = (day: string) => {
    const isComplete = readDay(day) !== undefined;
    // An emptied field returns to the current day.
    setTyped(isComplete || day === "" ? null : day);
    setTyping(false);
    if (isComplete && day !== value) onChoose(day);
  };
  const error = typed === null ? problem : t("ui.days.unreadable");
  return (
    <DateField
      label={label}
      name={label}
      value={typed ?? value}
      error={isTyping ? undefined : error}
      onChange={(day) => {
        setTyping(true);
        setTyped(day);
      }}
      onSettled={settle}
    />
  );
}
