// Receivables by client on a phone: who, how much, and how it stands, in three lines.
import type { ClientReceivables } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import type { RowsView } from "../../../../ui/table/ListFrame";
import tableClasses from "../../../../ui/table/Table.module.css";
import { LastReminder, NextFollowUp, Promised } from "./followUpCells";
import { OpenedClient } from "./OpenedClient";
import classes from "./Receivables.module.css";
import {
  ClientName,
  DaysLate,
  DaysToPay,
  ExpandButton,
  Outstanding,
  OverdueAmount,
  useOpenedRow,
} from "./receivableCells";

export function ClientCards({ rows, label, busy }: RowsView<ClientReceivables>) {
  const opened = useOpenedRow();
  return (
    <ul className={tableClasses.cards} aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <ClientCard key={row.api_id} row={row} isOpen={opened === row.api_id} />
      ))}
    </ul>
  );
}

function ClientCard({ row, isOpen }: { row: ClientReceivables; isOpen: boolean }) {
  const t = useTranslate();
  return (
    <li className={`${tableClasses.card} ${classes.card}`} data-plain>
      <div className={classes.cardLine} data-head>
        <ClientName row={row} />
        <OverdueAmount row={row} />
      </div>
      <div className={classes.cardLine}>
        <span>
          {t("invoices.field.outstanding")} <Outstanding row={row} />
        </span>
        <span>
          <DaysLate row={row} />
          <DaysToPay row={row} />
        </span>
      </div>
      <div className={classes.cardLine}>
        <span className={classes.badges}>
          {(row.collection.next_on !== null || row.collection.promise === null) && (
            <NextFollowUp row={row} />
          )}
          {row.collection.promise && <Promised row={row} />}
        </span>
        <ExpandButton row={row} isOpen={isOpen} />
      </div>
      {row.collection.last_reminder && (
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
