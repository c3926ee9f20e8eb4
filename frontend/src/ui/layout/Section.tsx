// A titled card of a detail page.
import type { ReactNode } from "react";
import classes from "../ui.module.css";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {children}
    </section>
  );
}
