// What is due in one currency, by age, and its invoices, credits and payments.
import type { StatementDocument } from "../../../../api/types";
import { LetterTable } from "../../../../ui/letter/LetterTable";
import classes from "./Statement.module.css";

type Part = StatementDocument["parts"][number];

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
        <LetterTable key={table.title} table={table} heading="h3" />
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
