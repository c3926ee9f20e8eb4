// What is due in one currency, by age, and its invoices, credits and payments.
import type { StatementDocument } from "../../../../api/types";
import classes from "./Statement.module.css";

type Part = StatementDocument["parts"][number];
type Table = Part["tables"][number];

export function StatementPart({ part }: { part: Part }) {
  return (
    <section>
      {part.figures.length > 0 && (
        <>
          <dl className={classes.figures}>
            {part.figures.map(({ label, amount, is_overdue }) => (
              <div key={label}>
                <dt className={classes.note}>{label}</dt>
                <dd className={classes.figure} data-overdue={is_overdue || undefined}>
                  {amount}
                </dd>
              </div>
            ))}
          </dl>
          <Aging buckets={part.buckets} />
        </>
      )}
      {part.tables.map((table) => (
        <Rows key={table.title} table={table} />
      ))}
    </section>
  );
}

function Aging({ buckets }: { buckets: Part["buckets"] }) {
  return (
    <>
      <div className={classes.strip} aria-hidden>
        {buckets.map(({ label, share_percent }, step) => (
          <span key={label} data-step={step} style={{ width: `${share_percent}%` }} />
        ))}
      </div>
      <dl className={classes.buckets}>
        {buckets.map(({ label, amount }, step) => (
          <div key={label}>
            <dt className={classes.note}>
              <span className={classes.swatch} data-step={step} aria-hidden /> {label}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** On a phone, each row is a card with the heads as labels. */
function Rows({ table }: { table: Table }) {
  const { title, heads, texts, rows, total, total_label } = table;
  const end = (index: number) => (index >= texts ? "end" : undefined);
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <table className={classes.table} aria-label={title}>
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
        <tfoot>
          <tr>
            <th scope="row" colSpan={heads.length - 1}>
              {total_label}
            </th>
            <td data-align="end">{total}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
