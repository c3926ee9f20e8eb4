// A small table with many columns: on a phone, one card per row, as in lists.

import { CardPairs } from "../table/CardPairs";
import classes from "../table/Table.module.css";
import { usePhone } from "../table/usePhone";
import { SmallTable, type SmallTableProps } from "./SmallTable";

export function SmallRows(props: SmallTableProps) {
  return usePhone() ? <SmallCards {...props} /> : <SmallTable {...props} />;
}

/** The first cell is the card's heading. */
function SmallCards({ label, heads, rows }: SmallTableProps) {
  const otherHeads = heads.slice(1);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(({ key, cells }) => (
        <li key={key} className={classes.card} data-plain>
          <div className={classes.cardHead}>
            <div>{cells[0]}</div>
          </div>
          <CardPairs
            pairs={otherHeads.map((head, index) => ({
              label: head.label,
              value: cells[index + 1],
            }))}
          />
        </li>
      ))}
    </ul>
  );
}
