// The same rows on a phone: one card each, every figure beside its name.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import type { ListDescription } from "./listDescription";
import { hiddenColumns, type ListSearch } from "./listSearch";
import { followRowLink } from "./RowLine";
import classes from "./Table.module.css";
import type { Cells, Listed } from "./tableModel";

type Props<Item extends Listed> = {
  list: ListDescription;
  search: ListSearch;
  cells: Cells<Item>;
  rows: readonly Item[];
  label: string;
  busy: boolean;
  actions?: ((item: Item) => ReactNode) | undefined;
};

export function CardList<Item extends Listed>(props: Props<Item>) {
  const { list, search, cells, rows, label, busy, actions } = props;
  const t = useTranslate();
  const hidden = hiddenColumns(list, search);
  const [head, ...others] = list.columns.filter((column) => !hidden.has(column.id));
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={busy}>
      {rows.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link in the card's head
        <li key={item.api_id} className={classes.card} onClick={followRowLink}>
          <div className={classes.cardHead}>
            <div>{head && cells[head.id]?.(item)}</div>
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
