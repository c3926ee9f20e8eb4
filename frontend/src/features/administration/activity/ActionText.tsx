// What an entry says was done: a word, or a sentence with the day and the money of a dated term.
import type { ActivityEntry } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";

const TERM_ACTIONS = ["paused", "resumed", "ended"] as const;

export function ActionText({ entry }: { entry: ActivityEntry }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const detail = (field: string) => {
    const after = entry.changes.find((change) => change.field === field)?.after;
    return typeof after === "string" ? after : undefined;
  };
  const action = TERM_ACTIONS.find((name) => name === entry.action);
  const from = detail("effective_from");
  if (action === undefined || from === undefined) return label("activity_action", entry.action);
  const sentence = t(`activity.term.${action}`, { date: formatDate(from, locale) });
  const amount = detail("mrr_change");
  const currency = detail("currency");
  if (amount === undefined || currency === undefined) return sentence;
  const isLoss = amount.startsWith("-");
  const change = formatMoney({ amount: isLoss ? amount.slice(1) : amount, currency }, locale);
  return t("activity.term.mrr", { sentence, change: `${isLoss ? "−" : "+"}${change}` });
}
