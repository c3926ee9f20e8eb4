// The label and value pairs of a card.
import { Fragment, type ReactNode } from "react";
import classes from "./Table.module.css";

export function CardPairs({ pairs }: { pairs: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.pairs}>
      {pairs.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
