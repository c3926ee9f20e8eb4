// A detail page: what it is about on the left, its facts in a column that stays in sight.
import type { ReactNode } from "react";
import classes from "../ui.module.css";

export function DetailColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  );
}
