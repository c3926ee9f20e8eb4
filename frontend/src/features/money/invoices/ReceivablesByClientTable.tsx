// The table of receivables by client: one line per currency, the converted total, and the follow-up.
import type { ClientReceivables } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Head } from "../../../ui/table/ColumnHead";
import type { RowsView } from "../../../ui/table/ListFrame";
import classes from "../../../ui/table/Table.module.css";
import { ClientFollowUp } from "./ClientFollowUp";
import invoiceClasses from "./Invoices.module.css";
import {
  ClientName,
  ConvertedTotal,
  CurrencyLines,
  NetTotal,
  OwedAmount,
} from "./receivablesByClientCells";

type Props = RowsView<ClientReceivables> & { currency: string };

export function ReceivablesByClientTable(props: Props) {
  const { list, search, rows, currency, label, busy, onSort, total } = props;
  const t = useTranslate();
  const { label: enumLabel } = useEnumOptions();
  const currentSort = search.sort ?? list.defaultSort;
  const sortProps = (sort: string) => {
    const direction = currentSort === sort ? "asc" : currentSort === `-${sort}` && "desc";
    return { sort, direction, onSort } as const;
  };
  const buckets = rows[0]?.currencies[0]?.buckets ?? [];
  return (
    <div className={classes.frame}>
      <table
        className={`${classes.table} ${invoiceClasses.clients}`}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={total + 1}
      >
        <thead>
          <tr>
            <Head label={t("invoices.field.client")} {...sortProps("client")} />
            <Head label={t("invoices.field.currency")} {...sortProps("currency")} />
            {buckets.map(({ bucket }) => (
              <Head
                key={bucket}
                label={enumLabel("aging_bucket", bucket)}
                align="end"
                {...sortProps(bucket)}
              />
            ))}
            <Head label={t("invoices.field.total")} align="end" direction={false} onSort={onSort} />
            <Head
              label={t("receivables.by_client.in_currency", { currency })}
              align="end"
              {...sortProps("total")}
            />
            <Head label={t("invoices.field.follow_up")} {...sortProps("follow_up")} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ClientRow key={row.api_id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClientRow({ row }: { row: ClientReceivables }) {
  const buckets = row.currencies[0]?.buckets ?? [];
  return (
    <tr className={classes.line}>
      <th scope="row" className={`${classes.rowHead} ${invoiceClasses.client}`}>
        <ClientName row={row} />
      </th>
      <td className={classes.cell}>
        <CurrencyLines row={row}>{(line) => line.currency}</CurrencyLines>
      </td>
      {buckets.map(({ bucket }, index) => (
        <td key={bucket} className={classes.cell} data-align="end">
          <CurrencyLines row={row}>
            {(line) => <OwedAmount row={row} line={line} bucket={line.buckets[index]} />}
          </CurrencyLines>
        </td>
      ))}
      <td className={classes.cell} data-align="end">
        <CurrencyLines row={row}>{(line) => <NetTotal row={row} line={line} />}</CurrencyLines>
      </td>
      <td className={classes.cell} data-align="end">
        <ConvertedTotal row={row} />
      </td>
      <td className={`${classes.cell} ${invoiceClasses.followUp}`}>
        <ClientFollowUp row={row} />
      </td>
    </tr>
  );
}
