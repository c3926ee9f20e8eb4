// The same rows on a phone: one card each, every figure beside its name.
import { useTranslate } from "../../i18n/translate";
import { nameId, PickBox, usePicking } from "../selection/PickBox";
import { CardPairs } from "./CardPairs";
import { drawCell } from "./drawCell";
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
            <div id={picking && nameId(item)}>{head && drawCell(cells, head, item)}</div>
            {actions?.(item)}
          </div>
          <CardPairs
            pairs={others.map((column) => ({
              label: t(column.label),
              value: drawCell(cells, column, item),
            }))}
          />
        </li>
      ))}
    </ul>
  );
}
