// A row on a phone in three lines: who and what matters most, what it is about, and how it stands.
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { nameId, type PageSelection, RowCheckbox } from "../selection/SelectionCheckboxes";
import type { CardDescription, ColumnDescription } from "./listDescription";
import { renderCell } from "./renderCell";
import classes from "./Table.module.css";
import type { ApiRow, Cells } from "./tableModel";

type Props<Item extends ApiRow> = {
  card: CardDescription;
  /** The visible columns; the first is the name. */
  columns: readonly ColumnDescription[];
  cells: Cells<Item>;
  item: Item;
  pageSelection: PageSelection<Item> | undefined;
  actions: ReactNode;
};

export function CardSummary<Item extends ApiRow>(props: Props<Item>) {
  const { card, columns, cells, item, pageSelection, actions } = props;
  const [nameColumn] = columns;
  const head = columns.find(({ id }) => id === card.head);
  const parts = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const column = columns.find((one) => one.id === id);
      return column ? [<Part key={id} {...{ cells, column, item }} />] : [];
    });
  return (
    <>
      <div className={classes.cardHead}>
        {pageSelection && <RowCheckbox pageSelection={pageSelection} item={item} />}
        <div id={pageSelection && nameId(item)}>
          {nameColumn && renderCell(cells, nameColumn, item)}
        </div>
        {head && <Part {...{ cells, item }} column={head} isHead />}
      </div>
      <div className={classes.cardParts}>{parts(card.about)}</div>
      <div className={classes.cardParts}>
        {parts(card.standing)}
        {actions && <span className={classes.cardActions}>{actions}</span>}
      </div>
    </>
  );
}

type PartProps<Item extends ApiRow> = {
  cells: Cells<Item>;
  column: ColumnDescription;
  item: Item;
  isHead?: boolean;
};

/** Figures and days need their label; names and states say what they are, so theirs is for screen readers. */
function Part<Item extends ApiRow>({ cells, column, item, isHead }: PartProps<Item>) {
  const t = useTranslate();
  const isLabelled = !isHead && (column.align === "end" || /(_on|_end)$/.test(column.id));
  return (
    <span className={classes.cardPart} data-figure={column.align === "end" || undefined}>
      <span className={isLabelled ? classes.cardLabel : "regie-visually-hidden"}>
        {t(column.label)}
      </span>{" "}
      {renderCell(cells, column, item)}
    </span>
  );
}
