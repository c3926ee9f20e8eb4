// A few figures side by side, each able to explain itself.
import type { ReactNode } from "react";
import { HelpMark } from "../display/HelpMark";
import classes from "../ui.module.css";

export type Figure = { label: string; value: ReactNode; help?: string };

const A_ROW = 4;
/** Few in two rows of four, more of them three by three. */
const TWO_ROWS = 8;

function layoutOf(count: number): number | "more" {
  if (count === TWO_ROWS) return A_ROW;
  return count > A_ROW ? "more" : count;
}

export function FigureCards({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className={classes.figuresFrame}>
      <dl className={classes.figures} data-count={layoutOf(figures.length)} style={{ margin: 0 }}>
        {figures.map(({ label, value, help }) => (
          <div key={label} className={classes.figureCard}>
            <dt className={classes.figureLabel}>
              {label}
              {help && <HelpMark label={label} text={help} />}
            </dt>
            <dd className={classes.figureValue} style={{ margin: 0 }}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
