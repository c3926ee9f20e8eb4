// The first and the last day of a custom period.
import { useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { CompleteDateField } from "./CompleteDateField";

type DateRange = { from: string; to: string };
type Props = DateRange & {
  labels: readonly [string, string];
  onChoose: (from: string, to: string) => void;
};

/** A start after the end stays in its field, with an error, until the range is valid. */
export function DateRangeFields({ labels: [first, last], from, to, onChoose }: Props) {
  const t = useTranslate();
  const [reversedRange, setReversedRange] = useState<DateRange | null>(null);
  const [lastRange, setLastRange] = useState({ from, to });
  if (lastRange.from !== from || lastRange.to !== to) {
    setLastRange({ from, to });
    setReversedRange(null);
  }
  const range = reversedRange ?? { from, to };
  const settle = (changes: Partial<DateRange>) => {
    const next = { ...range, ...changes };
    const isReversed = next.from > next.to;
    setReversedRange(isReversed ? next : null);
    if (!isReversed) onChoose(next.from, next.to);
  };
  return (
    <>
      <CompleteDateField
        label={first}
        value={range.from}
        onChoose={(day) => settle({ from: day })}
      />
      <CompleteDateField
        label={last}
        value={range.to}
        problem={reversedRange ? t("ui.days.reversed") : undefined}
        onChoose={(day) => settle({ to: day })}
      />
    </>
  );
}
