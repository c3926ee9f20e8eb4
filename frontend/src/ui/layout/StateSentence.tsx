// How things stand, in one sentence at the head of a page; the line has its height while its figures load.
import type { ReactNode } from "react";
import classes from "./StateSentence.module.css";

export function StateSentence({ children }: { children?: ReactNode }) {
  return (
    <p className={classes.state} aria-busy={children === undefined}>
      {children}
    </p>
  );
}
