// The filters of scheduled payments that are to be invoiced, by the kinds that the totals add up.
import { addDays } from "../../lib/dates";
import { listFilters, type ScreenSearch } from "./screenSearch";

const SOON_DAYS = 30;
const PATH = "/projects-payments";
/** Payments whose invoice is gone are a kind of their own, whatever their day. */
const OPEN = ["planned", "ready", "partially_invoiced"] as const;

export type PaymentKind = "late" | "soon" | "later" | "again";

export function toInvoiceSearch(kind: PaymentKind, today: string): ScreenSearch {
  const soonUntil = addDays(today, SOON_DAYS);
  switch (kind) {
    case "late":
      return listFilters(PATH, { status: OPEN, due_to: addDays(today, -1) });
    case "soon":
      return listFilters(PATH, { status: OPEN, due_from: today, due_to: soonUntil });
    case "later":
      return listFilters(PATH, { status: OPEN, due_from: addDays(soonUntil, 1) });
    case "again":
      return listFilters(PATH, { status: ["invoice_voided", "invoice_deleted"] });
  }
}
