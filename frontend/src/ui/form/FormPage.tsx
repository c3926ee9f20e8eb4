// A page with one form in a narrow column.
import type { ReactNode } from "react";
import classes from "./Form.module.css";

export function FormPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
