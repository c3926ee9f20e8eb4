// From a figure to exactly the invoices it adds up: the list below is narrowed to them, and comes into view.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "../../../ui/ui.module.css";
import own from "./Invoices.module.css";
import { NARROWED, ROWS_ID, type Rows } from "./rowsBelow";

type Props = { name: string; of: Rows; children: ReactNode };

export function RowsLink({ name, of, children }: Props) {
  const search = (before: Record<string, unknown>) => ({ ...before, ...NARROWED, ...of });
  const show = () => document.getElementById(ROWS_ID)?.scrollIntoView({ block: "start" });
  return (
    <Link
      to="."
      search={search as never}
      resetScroll={false}
      className={`${classes.link} ${own.figure}`}
      title={name}
      onClick={show}
    >
      {children}
    </Link>
  );
}
