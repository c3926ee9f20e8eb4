// The clients who owe as a table: a line per currency in each cell, the whole in the reader's own, and the follow-up.
import type { ClientReceivables } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Head } from "../../../ui/table/ColumnHead";
import type { RowsView } from "../../../ui/table/ListFrame";
import classes from "../../../ui/table/Table.module.css";
import { ClientFollowUp } from "./ClientFollowUp";
import { Debtor, Lines, Owed, Whole } from "./debtorCells";
import own from "./Invoices.module.css";

type Props = RowsView<ClientReceivables> & { currency: string };

export function ClientLines(props: Props) {
  const { list, search, rows, currency, label, busy, onSort, total } = props;
  const t = useTranslate();
  const { label: word } = useEnumOptions();
  const sorted = search.sort ?? list.defaultSort;
  const by = (sort: string) => {
    const direction = sorted === sort ? "asc" : sorted === `-${sort}` && "desc";
    return { sort, direction, onSort } as const;
  };
  const buckets = rows[0]?.currencies[0]?.buckets ?? [];
  return (
    <div className={classes.frame}>
      <table
        className={`${classes.table} ${own.clients}`}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={total + 1}
      >
        <thead>
          <tr>
            <Head label={t("invoices.field.client")} {...by("client")} />
            <Head label={t("invoices.field.currency")} {...by("currency")} />
            {buckets.map(({ bucket }) => (
              <Head key={bucket} label={word("aging_bucket", bucket)} align="end" {...by(bucket)} />
            ))}
            <Head label={t("invoices.field.total")} align="end" direction={false} onSort={onSort} />
            <Head
              label={t("receivables.by_client.in_currency", { currency })}
              align="end"
              {...by("total")}
            />
            <Head label={t("invoices.field.follow_up")} {...by("follow_up")} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ClientLine key={row.api_id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClientLine({ row }: { row: ClientReceivables }) {
  const parts = row.currencies[0]?.buckets ?? [];
  return (
    <tr className={classes.line}>
      <th scope="row" className={`${classes.rowHead} ${own.client}`}>
        <Debtor row={row} />
      </th>
      <td className={classes.cell}>
        <Lines of={row}>{(line) => line.currency}</Lines>
      </td>
      {parts.map(({ bucket }, place) => (
        <td key={bucket} className={classes.cell} data-align="end">
          <Lines of={row}>
            {(line) => <Owed row={row} line={line} of={line.buckets[place]} />}
          </Lines>
        </td>
      ))}
      <td className={classes.cell} data-align="end">
        <Lines of={row}>{(line) => <Owed row={row} line={line} />}</Lines>
      </td>
      <td className={classes.cell} data-align="end">
        <Whole row={row} />
      </td>
      <td className={`${classes.cell} ${own.followUp}`}>
        <ClientFollowUp row={row} />
      </td>
    </tr>
  );
}
