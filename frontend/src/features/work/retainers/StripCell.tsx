// A fact of a retainer's page: its label above, its explanation below.
import type { ReactNode } from "react";
import classes from "./Overview.module.css";

type Props = { label: string; value: ReactNode; children?: ReactNode };

export function StripCell({ label, value, children }: Props) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>{value}</div>
      {children && <div className={classes.note}>{children}</div>}
    </div>
  );
}
