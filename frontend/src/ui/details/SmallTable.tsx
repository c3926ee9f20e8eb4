// A small table inside a record, without pages or sorting.
import type { ReactNode } from "react";
import classes from "../table/Table.module.css";

type Head = { label: string; align?: "end" };
/** On a phone: a heading with actions, and two more lines. */
export type SmallCard = { head: ReactNode; actions?: ReactNode; lines: readonly ReactNode[] };
type Row = { key: string; cells: readonly ReactNode[]; card?: SmallCard };
export type SmallTableProps = { label: string; heads: readonly Head[]; rows: readonly Row[] };

export function SmallTable({ label, heads, rows }: SmallTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.label} scope="col" className={classes.head} data-align={head.align}>
                {head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={classes.line}>
              {heads.map((head, index) => (
                <td key={head.label} className={classes.cell} data-align={head.align}>
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
