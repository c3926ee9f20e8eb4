// The rows of a list on a phone: one card each, in three lines or with label and value pairs.
import { Fragment } from "react";
import { useTranslate } from "../../i18n/translate";
import { nameId, RowCheckbox, usePageSelection } from "../selection/SelectionCheckboxes";
import { CardPairs } from "./CardPairs";
import { CardPart } from "./CardPart";
import { hiddenColumns } from "./listSearch";
import { renderCell } from "./renderCell";
import classes from "./Table.module.css";
import type { RowsProps } from "./TableGrid";
import { followRowLink } from "./TableRowView";
import { type ApiRow, startsGroup } from "./tableModel";

export function CardList<Item extends ApiRow>(props: RowsProps<Item>) {
  const { list, search, cells, rows, label, busy, actions, groups, card, detail } = props;
  const t = useTranslate();
  const hidden = hiddenColumns(list, search);
  const pageSelection = usePageSelection(props.selection, rows);
  const columns = list.columns.filter((column) => !hidden.has(column.id));
  const [headColumn, ...otherColumns] = columns;
  const part = (id: string | undefined, item: Item, isHead = false) => {
    const column = columns.find((one) => one.id === id);
    return (
      column && (
        <CardPart key={id} column={column} isHead={isHead}>
          {renderCell(cells, column, item)}
        </CardPart>
      )
    );
  };
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={busy}>
      {rows.map((item, index) => (
        <Fragment key={item.api_id}>
          {groups && startsGroup(groups, rows, index) && (
            <li className={classes.cardGroup}>{groups.renderHeading(item)}</li>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link in the card's head */}
          <li
            className={classes.card}
            onClick={followRowLink}
            data-picked={pageSelection?.selection.has(item) || undefined}
          >
            {card ? (
              card(item)
            ) : (
              <>
                <div className={classes.cardHead}>
                  {pageSelection && <RowCheckbox pageSelection={pageSelection} item={item} />}
                  <div id={pageSelection && nameId(item)}>
                    {headColumn && renderCell(cells, headColumn, item)}
                  </div>
                  {list.card ? part(list.card.head, item, true) : actions?.(item)}
                </div>
                {list.card ? (
                  [list.card.about, list.card.standing].map((ids, line) => (
                    <div key={ids[0]} className={classes.cardParts}>
                      {ids.map((id) => part(id, item))}
                      {line === 1 && actions && (
                        <span className={classes.cardActions}>{actions(item)}</span>
                      )}
                    </div>
                  ))
                ) : (
                  <CardPairs
                    pairs={otherColumns.map((column) => ({
                      label: t(column.label),
                      value: renderCell(cells, column, item),
                    }))}
                  />
                )}
              </>
            )}
            {detail?.isOnCards && search.open === item.api_id && (
              <div className={classes.cardDetail}>{detail.render(item)}</div>
            )}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
