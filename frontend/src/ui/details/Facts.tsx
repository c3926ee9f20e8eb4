// A record's facts as term and value pairs; a fact without a value says so.
import type { ReactNode } from "react";
import { Absent } from "../display/Absent";
import { HelpMark } from "../display/HelpMark";
import classes from "../ui.module.css";

export type Fact = { label: string; value: ReactNode; help?: string };

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === "";
}

type Props = { facts: readonly Fact[]; wide?: boolean };

/** `wide` sets them side by side where there is room. */
export function Facts({ facts, wide = false }: Props) {
  return (
    <dl className={`${classes.facts} ${wide ? classes.wideFacts : ""}`}>
      {facts.map(({ label, value, help }) => (
        <div key={label}>
          <dt>
            {label}
            {help && <HelpMark label={label} text={help} />}
          </dt>
          <dd>{isEmpty(value) ? <Absent /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
