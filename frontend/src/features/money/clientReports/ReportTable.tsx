// A table of a report; on a phone, each row is a card with the heads as labels.
import type { SharedReport } from "../../../api/types";
import classes from "./ClientReports.module.css";

type Props = { table: SharedReport["tables"][number] };

export function ReportTable({ table }: Props) {
  const { title, heads, texts, rows, total, total_label } = table;
  const end = (index: number) => (index >= texts ? "end" : undefined);
  return (
    <>
      <h2 className={classes.heading}>{title}</h2>
      <table className={classes.table} aria-label={title} data-wide={heads.length > 2 || undefined}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" data-align={end(index)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their places, and may repeat
            <tr key={place}>
              {heads.map((head, index) => (
                <td key={head} data-align={end(index)} data-label={head}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={heads.length - 1}>
                {total_label}
              </th>
              <td data-align="end">{total}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </>
  );
}
