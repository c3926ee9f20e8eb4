// A small table with many columns: on a phone, one card per row, as in lists.

import { CardPairs } from "../table/CardPairs";
import classes from "../table/Table.module.css";
import { usePhone } from "../table/usePhone";
import { type SmallCard, SmallTable, type SmallTableProps } from "./SmallTable";

export function SmallRows(props: SmallTableProps) {
  return usePhone() ? <SmallCards {...props} /> : <SmallTable {...props} />;
}

/** A row without a card of its own shows its first cell as the heading, and the others with their labels. */
function SmallCards({ label, heads, rows }: SmallTableProps) {
  const otherHeads = heads.slice(1);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map(({ key, cells, card }) => (
        <li key={key} className={classes.card} data-plain>
          {card ? (
            <CardLines {...card} />
          ) : (
            <>
              <div className={classes.cardHead}>
                <div>{cells[0]}</div>
              </div>
              <CardPairs
                pairs={otherHeads.map((head, index) => ({
                  label: head.label,
                  value: cells[index + 1],
                }))}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function CardLines({ head, actions, lines }: SmallCard) {
  return (
    <>
      <div className={classes.cardHead} data-wraps>
        <div>{head}</div>
        {actions}
      </div>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card keep their places
        <div key={index} className={classes.cardLine}>
          {line}
        </div>
      ))}
    </>
  );
}
