// A few figures in cards, each with an optional help text.
import type { ReactNode } from "react";
import { HelpIcon } from "../display/HelpIcon";
import classes from "../ui.module.css";

/** `note` is on the card itself: what the label does not say. */
export type Figure = { label: string; value: ReactNode; help?: string; note?: string | undefined };

const CARDS_PER_ROW = 4;
/** Eight figures are two rows of four; other counts above four are rows of three. */
const TWO_ROWS = 8;

function cardLayout(count: number): number | "more" {
  if (count === TWO_ROWS) return CARDS_PER_ROW;
  return count > CARDS_PER_ROW ? "more" : count;
}

export function FigureCards({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className={classes.figuresFrame}>
      <dl className={classes.figures} data-count={cardLayout(figures.length)} style={{ margin: 0 }}>
        {figures.map(({ label, value, help, note }) => (
          <div key={label} className={classes.figureCard}>
            <dt className={classes.figureLabel}>
              {label}
              {help && <HelpIcon label={label} text={help} />}
            </dt>
            {note && <dd className={classes.figureNote}>{note}</dd>}
            <dd className={classes.figureValue} style={{ margin: 0 }}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
