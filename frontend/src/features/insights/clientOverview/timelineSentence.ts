// Which sentence of the catalogue says what happened.
import type { TimelineEntry } from "../../../api/types";

export function sentenceName(entry: TimelineEntry) {
  const { kind, value, person, money, before, day } = entry;
  switch (kind) {
    case "payment":
      return value === "payment" ? "payment" : "credit";
    case "fee":
      return feeSentence(Number(before?.amount), Number(money?.amount));
    case "state":
      return value === "on_hold" ? "paused" : value === "active" ? "resumed" : "ended";
    case "churn":
      return money === null ? "churn" : "churn_amount";
    case "approval":
      return `${value === "declined" ? "declined" : "approved"}${person === null ? "" : "_by"}` as const;
    case "collection_entry":
      return money === null ? "contact" : "contact_promise";
    case "hours_warning":
      if (value === "pace") return "pace";
      return day === null ? "budget" : "hours";
    case "responsibility":
      if (person === null) return "no_team";
      return value === "team" ? "team" : "account_manager";
    case "note":
      // A note has its own text.
      return "invoice";
    default:
      return kind;
  }
}

/** Only their order counts. */
function feeSentence(before: number, after: number) {
  if (Number.isNaN(before)) return "fee_first";
  if (before === after) return "fee_same";
  return after > before ? "fee_raised" : "fee_lowered";
}
