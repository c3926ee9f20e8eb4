// The first and the last day of a period of one's own, typed or from a calendar.
import { useState } from "react";
import { useTranslate } from "../i18n/translate";
import { readDay } from "../lib/dates";
import { DateField } from "./DateField";

type Days = { from: string; to: string };
type Props = Days & {
  labels: readonly [string, string];
  choose: (from: string, to: string) => void;
};

/** What is typed counts once its field is left; what makes no period stays, and says why. */
export function DayFields({ labels: [first, last], from, to, choose }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState<Partial<Days>>({});
  const [isTyping, setTyping] = useState(false);
  const [shown, setShown] = useState({ from, to });
  // Another period came, from a link or by going back: what was typed was about the former one.
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to });
    setTyped({});
  }
  const days = { from: typed.from || from, to: typed.to || to };
  const settle = (changed: Partial<Days>) => {
    const next = { ...days, ...changed };
    const isUsable = unreadable(next).length === 0 && next.from <= next.to;
    setTyped(isUsable ? {} : next);
    setTyping(false);
    if (isUsable && (next.from !== from || next.to !== to)) choose(next.from, next.to);
  };
  const problem = (name: keyof Days) => {
    if (isTyping) return undefined;
    if (unreadable(days).includes(name)) return t("ui.days.unreadable");
    const isLate = name === "to" && unreadable(days).length === 0 && days.from > days.to;
    return isLate ? t("ui.days.reversed") : undefined;
  };
  const field = (name: keyof Days, label: string) => (
    <DateField
      label={label}
      name={label}
      value={typed[name] ?? days[name]}
      error={problem(name)}
      onChange={(day) => {
        setTyping(true);
        setTyped({ ...typed, [name]: day });
      }}
      // An empty field goes back to the day that stands.
      onSettled={(day) => settle({ [name]: day || (name === "from" ? from : to) })}
    />
  );
  return (
    <>
      {field("from", first)}
      {field("to", last)}
    </>
  );
}

function unreadable(days: Days): (keyof Days)[] {
  return (["from", "to"] as const).filter((name) => readDay(days[name]) === undefined);
}
