// The same rows on a phone: one card each, every figure beside its name.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { nameId, PickBox, usePicking } from "../selection/PickBox";
import { hiddenColumns } from "./listSearch";
import { followRowLink } from "./RowLine";
import classes from "./Table.module.css";
import type { DrawnProps } from "./TableGrid";
import type { Listed } from "./tableModel";

export function CardList<Item extends Listed>(props: DrawnProps<Item>) {
  const { list, search, cells, rows, label, busy, actions } = props;
  const t = useTranslate();
  const hidden = hiddenColumns(list, search);
  const picking = usePicking(props.selection, rows);
  const [head, ...others] = list.columns.filter((column) => !hidden.has(column.id));
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={busy}>
      {rows.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link in the card's head
        <li
          key={item.api_id}
          className={classes.card}
          onClick={followRowLink}
          data-picked={picking?.selection.has(item) || undefined}
        >
          <div className={classes.cardHead}>
            {picking && <PickBox picking={picking} item={item} />}
            <div id={picking && nameId(item)}>{head && cells[head.id]?.(item)}</div>
            {actions?.(item)}
          </div>
          <dl className={classes.pairs}>
            {others.map((column) => (
              <CardPair key={column.id} label={t(column.label)}>
                {cells[column.id]?.(item)}
              </CardPair>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function CardPair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
