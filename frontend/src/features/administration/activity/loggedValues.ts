// Formats logged values by their kind, in the user's language and time zone.
import type { ActivityEntry } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, formatDateTime } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatDecimal, formatHours } from "../../../lib/numbers";
import { timezoneName } from "../../../lib/timezoneName";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { type ValueKind, valueKindOf } from "./fieldKinds";

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
/** A retainer's fee is logged with its first month. */
const AMOUNT_SINCE = /^(-?\d+(?:\.\d+)?) \((\d{4}-\d{2}-\d{2})\)$/;

/** The parts of a payment are logged with the numbers of their invoices: `AN-12 (1250.00 CAD), AN-13 (80.50 CAD)`. */
const AMOUNT_OF_PART = /\((-?\d+(?:\.\d+)?) ([A-Z]{3})\)/g;

/** Amounts are logged without currency; the same entry may contain it. */
function currencyOf(entry: ActivityEntry): string | null {
  const change = entry.changes.find(({ field }) => field === "currency");
  const code: unknown = change?.after ?? change?.before;
  return typeof code === "string" ? code : null;
}

export function useLoggedValues(entry: ActivityEntry) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const { label } = useEnumOptions();
  const currency = currencyOf(entry);

  const formatAmount = (text: string): string => {
    const since = AMOUNT_SINCE.exec(text);
    if (since?.[1] && since[2]) {
      return t("activity.since", {
        amount: formatAmount(since[1]),
        date: formatDate(since[2], locale),
      });
    }
    if (!AMOUNT.test(text)) return text;
    return currency === null
      ? formatDecimal(text, locale, 2)
      : formatMoney({ amount: text, currency }, locale);
  };
  const formatOne = (kind: ValueKind, value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (typeof kind === "object") return label(kind.enumName, text);
    switch (kind) {
      case "date":
        return formatDate(text, locale);
      case "instant":
        return formatDateTime(text, locale, timezone);
      case "money":
        return formatAmount(text);
      case "money_parts":
        return text.replace(
          AMOUNT_OF_PART,
          (_, amount: string, code: string) =>
            `(${formatMoney({ amount, currency: code }, locale)})`,
        );
      case "hours":
        return AMOUNT.test(text) ? formatHours(text, locale) : text;
      case "number":
        return AMOUNT.test(text) ? formatDecimal(text, locale) : text;
      case "rate":
        return AMOUNT.test(text) ? formatDecimal(text, locale, 4, 10) : text;
      case "timezone":
        return timezoneName(text);
      case "text":
        return text;
    }
  };
  /** Returns null for an empty value. */
  return (field: string, value: unknown): string | null => {
    const values = (Array.isArray(value) ? value : [value]).filter(
      (part) => part !== null && part !== undefined && part !== "",
    );
    if (values.length === 0) return null;
    const kind = valueKindOf(field, entry.subject_type);
    return values.map((part) => formatOne(kind, part)).join(", ");
  };
}
