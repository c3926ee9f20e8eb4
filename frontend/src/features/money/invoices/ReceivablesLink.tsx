// From a figure to exactly the invoices it adds up: the list below is narrowed to them, and comes into view.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { changedSearch } from "../../../ui/links/screenSearch";
import classes from "../../../ui/ui.module.css";
import own from "./Invoices.module.css";
import { narrowTo, RECEIVABLES_ID, type ReceivablesFilter } from "./receivablesFilter";

type Props = { name: string; of: ReceivablesFilter; children: ReactNode };

export function ReceivablesLink({ name, of, children }: Props) {
  const show = () => document.getElementById(RECEIVABLES_ID)?.scrollIntoView({ block: "start" });
  return (
    <Link
      to="."
      search={changedSearch(narrowTo(of))}
      resetScroll={false}
      className={`${classes.link} ${own.figure}`}
      title={name}
      onClick={show}
    >
      {children}
    </Link>
  );
}
