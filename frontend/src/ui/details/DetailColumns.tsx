// The layout of a detail page: content on the left, facts in a sticky column.
import type { ReactNode } from "react";
import classes from "../ui.module.css";

export function DetailColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      <aside className={classes.aside} data-in-order>
        {aside}
      </aside>
    </div>
  );
}
