// What an entry says was done: a word, or a sentence with the day and the money of a dated term or an amendment.
import type { ActivityEntry } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatDifference } from "../../../lib/money";
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
  const difference = (field: string) => {
    const amount = detail(field);
    const currency = detail("currency");
    return amount && currency ? formatDifference({ amount, currency }, locale) : undefined;
  };
  const from = detail("effective_from");
  const date = from === undefined ? "" : formatDate(from, locale);
  const name = label("activity_action", entry.action);
  const change = difference("amount_change");
  if (change) return t("activity.amendment", { action: name, change, date });
  const action = TERM_ACTIONS.find((term) => term === entry.action);
  if (action === undefined || from === undefined) return name;
  const sentence = t(`activity.term.${action}`, { date });
  const mrr = difference("mrr_change");
  return mrr === undefined ? sentence : t("activity.term.mrr", { sentence, change: mrr });
}
