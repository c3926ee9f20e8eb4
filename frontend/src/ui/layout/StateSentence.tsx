// How things stand, in one sentence at the head of a page; the line has its height while its figures load.
import type { ReactNode } from "react";
import classes from "./StateSentence.module.css";

/** `hasAnswer`: an `Answer` opens it, so that it is taller. */
type Props = { children?: ReactNode; hasAnswer?: boolean };

export function StateSentence({ children, hasAnswer }: Props) {
  return (
    <p className={classes.state} aria-busy={children === undefined} data-answer={hasAnswer}>
      {children}
    </p>
  );
}

/** The figure that a screen is opened for: its largest text. */
export function Answer({ children }: { children: ReactNode }) {
  return <strong className={classes.answer}>{children}</strong>;
}
