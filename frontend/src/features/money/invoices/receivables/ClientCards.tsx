// Receivables by client on a phone: who, how much, and how it stands, in three lines.
import type { ClientReceivables } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import {
  nameId,
  type PageSelection,
  RowCheckbox,
  usePageSelection,
} from "../../../../ui/selection/SelectionCheckboxes";
import type { RowsView } from "../../../../ui/table/ListFrame";
import tableClasses from "../../../../ui/table/Table.module.css";
import { LastReminder, NextFollowUp, Promised } from "./followUpCells";
import { OpenedClient } from "./OpenedClient";
import classes from "./Receivables.module.css";
import {
  ClientName,
  DaysLate,
  ExpandButton,
  Outstanding,
  OverdueAmount,
  useOpenedRow,
} from "./receivableCells";

export function ClientCards({ rows, label, busy, selection }: RowsView<ClientReceivables>) {
  const opened = useOpenedRow();
  const pageSelection = usePageSelection(selection, rows);
  return (
    <ul className={tableClasses.cards} aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <ClientCard
          key={row.api_id}
          row={row}
          isOpen={opened === row.api_id}
          pageSelection={pageSelection}
        />
      ))}
    </ul>
  );
}

type CardProps = {
  row: ClientReceivables;
  isOpen: boolean;
  pageSelection: PageSelection<ClientReceivables> | undefined;
};

function ClientCard({ row, isOpen, pageSelection }: CardProps) {
  const t = useTranslate();
  const { next_on, promise, last_reminder } = row.collection;
  return (
    <li
      className={`${tableClasses.card} ${classes.card}`}
      data-plain
      data-picked={pageSelection?.selection.has(row) || undefined}
    >
      <div className={`${tableClasses.cardHead} ${classes.cardLine}`} data-head>
        {pageSelection && <RowCheckbox pageSelection={pageSelection} item={row} />}
        <span id={nameId(row)} className={classes.cardName}>
          <ClientName row={row} />
        </span>
        <OverdueAmount row={row} />
      </div>
      <div className={classes.cardLine}>
        <span>
          {t("invoices.field.outstanding")} <Outstanding row={row} />
        </span>
        <span>
          <DaysLate row={row} />
        </span>
      </div>
      <div className={classes.cardLine}>
        <span className={classes.badges}>
          {(next_on !== null || promise === null) && <NextFollowUp row={row} />}
          {promise && <Promised row={row} />}
        </span>
        <ExpandButton row={row} isOpen={isOpen} />
      </div>
      {last_reminder && (
        <div className={classes.cardLine}>
          <span className={classes.badges}>
            <LastReminder row={row} />
          </span>
        </div>
      )}
      {isOpen && <OpenedClient row={row} />}
    </li>
  );
}
