// The same rows on a phone: one card each, every figure beside its name.
import { useTranslate } from "../../i18n/translate";
import { nameId, SelectRowBox, usePageSelection } from "../selection/SelectBoxes";
import { CardPairs } from "./CardPairs";
import { hiddenColumns } from "./listSearch";
import { followRowLink } from "./RowLine";
import { renderCell } from "./renderCell";
import classes from "./Table.module.css";
import type { DrawnProps } from "./TableGrid";
import type { Listed } from "./tableModel";

export function CardList<Item extends Listed>(props: DrawnProps<Item>) {
  const { list, search, cells, rows, label, busy, actions } = props;
  const t = useTranslate();
  const hidden = hiddenColumns(list, search);
  const picking = usePageSelection(props.selection, rows);
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
            {picking && <SelectRowBox picking={picking} item={item} />}
            <div id={picking && nameId(item)}>{head && renderCell(cells, head, item)}</div>
            {actions?.(item)}
          </div>
          <CardPairs
            pairs={others.map((column) => ({
              label: t(column.label),
              value: renderCell(cells, column, item),
            }))}
          />
        </li>
      ))}
    </ul>
  );
}
