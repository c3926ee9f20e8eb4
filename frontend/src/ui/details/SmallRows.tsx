// A short table of many columns: on a phone one card per row, as the lists have them, so that no figure lies beside the screen.

import { CardPairs } from "../table/CardPairs";
import classes from "../table/Table.module.css";
import { usePhone } from "../table/usePhone";
import { SmallTable, type SmallTableProps } from "./SmallTable";

export function SmallRows(props: SmallTableProps) {
  return usePhone() ? <SmallCards {...props} /> : <SmallTable {...props} />;
}

/** The first cell is what the card is about. */
function SmallCards({ label, heads, rows }: SmallTableProps) {
  const others = heads.slice(1);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(({ key, cells }) => (
        <li key={key} className={classes.card} data-plain>
          <div className={classes.cardHead}>
            <div>{cells[0]}</div>
          </div>
          <CardPairs
            pairs={others.map((head, place) => ({ label: head.label, value: cells[place + 1] }))}
          />
        </li>
      ))}
    </ul>
  );
}
