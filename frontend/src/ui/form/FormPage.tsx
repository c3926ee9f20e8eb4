// A page that is one form: narrow enough to read down one column.
import type { ReactNode } from "react";
import classes from "./Form.module.css";

export function FormPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
