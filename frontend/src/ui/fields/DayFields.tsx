// The first and the last day of a period of one's own, typed or from a calendar.
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { DayField } from "./DayField";

type Days = { from: string; to: string };
type Props = Days & {
  labels: readonly [string, string];
  choose: (from: string, to: string) => void;
};

/** A first day after the last stays as it was typed, and says so, until the other is typed too. */
export function DayFields({ labels: [first, last], from, to, choose }: Props) {
  const t = useTranslate();
  const [reversed, setReversed] = useState<Days | null>(null);
  const [shown, setShown] = useState({ from, to });
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to });
    setReversed(null);
  }
  const days = reversed ?? { from, to };
  const settle = (changed: Partial<Days>) => {
    const next = { ...days, ...changed };
    const isReversed = next.from > next.to;
    setReversed(isReversed ? next : null);
    if (!isReversed) choose(next.from, next.to);
  };
  return (
    <>
      <DayField label={first} value={days.from} choose={(day) => settle({ from: day })} />
      <DayField
        label={last}
        value={days.to}
        problem={reversed ? t("ui.days.reversed") : undefined}
        choose={(day) => settle({ to: day })}
      />
    </>
  );
}
