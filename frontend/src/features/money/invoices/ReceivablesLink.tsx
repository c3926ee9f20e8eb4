// Links an amount to its invoices: filters the list below and scrolls to it.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { changedSearch } from "../../../ui/links/screenSearch";
import classes from "../../../ui/ui.module.css";
import invoiceClasses from "./Invoices.module.css";
import { RECEIVABLES_ID, type ReceivablesFilter, receivablesSearch } from "./receivablesFilter";

type Props = { name: string; filter: ReceivablesFilter; children: ReactNode };

export function ReceivablesLink({ name, filter, children }: Props) {
  const scrollToList = () =>
    document.getElementById(RECEIVABLES_ID)?.scrollIntoView({ block: "start" });
  return (
    <Link
      to="."
      search={changedSearch(receivablesSearch(filter))}
      resetScroll={false}
      className={`${classes.link} ${invoiceClasses.figure}`}
      title={name}
      onClick={scrollToList}
    >
      {children}
    </Link>
  );
}
