// Figures below each other, each with its name, its value and a line of notes; the first can be the answer of its part.
import type { ReactNode } from "react";
import { HelpIcon } from "../display/HelpIcon";
import classes from "./FigureList.module.css";

type ListedFigure = {
  label: string;
  help: string;
  /** What the label does not say, such as a narrower scope. */
  note?: string | undefined;
  value: ReactNode;
  /** The figure over time. */
  line?: ReactNode;
  notes?: ReactNode;
};

type Props = {
  figures: readonly ListedFigure[];
  /** The first figure is larger than the others. */
  hasLead?: boolean;
};

export function FigureList({ figures, hasLead = false }: Props) {
  return (
    <dl className={classes.list}>
      {figures.map(({ label, help, note, value, line, notes }, index) => (
        <div
          key={label}
          className={classes.figure}
          data-lead={(hasLead && index === 0) || undefined}
        >
          <dt className={classes.label}>
            {note ? `${label} · ${note}` : label}
            <HelpIcon label={label} text={help} />
          </dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.notes}>{notes}</dd>
          {line && <dd className={classes.line}>{line}</dd>}
        </div>
      ))}
    </dl>
  );
}
