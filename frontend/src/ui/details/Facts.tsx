// A record's facts as a description list; a fact without a value shows a dash.
import type { ReactNode } from "react";
import { Absent } from "../display/Absent";
import { HelpIcon } from "../display/HelpIcon";
import classes from "../ui.module.css";

export type Fact = { label: string; value: ReactNode; help?: string };

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === "";
}

type Props = { facts: readonly Fact[]; wide?: boolean };

/** `wide` arranges them in columns on wide screens. */
export function Facts({ facts, wide = false }: Props) {
  return (
    <dl className={`${classes.facts} ${wide ? classes.wideFacts : ""}`}>
      {facts.map(({ label, value, help }) => (
        <div key={label}>
          <dt>
            {label}
            {help && <HelpIcon label={label} text={help} />}
          </dt>
          <dd>{isEmpty(value) ? <Absent /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
