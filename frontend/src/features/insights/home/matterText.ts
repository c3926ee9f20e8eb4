// What a matter of the triage list is about, since when, and what to do next, in the page's language.
import type { TriageRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { addDays, formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";

type Texts = { about: string; when: string };

export function useMatterText() {
  const t = useTranslate();
  const locale = useLocale();
  return (row: TriageRow, today: string): Texts => ({
    about: aboutOf(row, today, t, locale),
    when: whenOf(row, today, t, locale),
  });
}

/** The project without its client, or the deal. */
function nameOf({ project, name, client }: TriageRow): string {
  const shown = project?.name ?? name ?? "";
  return client ? shortName(shown, client) : shown;
}

function aboutOf(row: TriageRow, today: string, t: Translate, locale: string): string {
  const name = nameOf(row);
  const on = row.on === null ? "" : formatDate(row.on, locale);
  const values = { name, on, count: row.count ?? 0, days: row.days ?? 0 };
  switch (row.kind) {
    case "next_step":
      return t("home.triage.about.next_step", { step: row.name ?? "", on });
    case "over_hours":
    case "over_budget":
      return t(`home.triage.about.${row.kind}`, {
        name,
        hours: formatHours(row.hours ?? "0", locale),
      });
    case "decide_hours":
      return t("home.triage.about.decide_hours", {
        ...values,
        hours: formatHours(row.hours ?? "0", locale),
      });
    case "renewal": {
      if (row.is_automatic) {
        const notice = formatDate(addDays(today, row.days ?? 0), locale);
        return t("home.triage.about.renewal_automatic", { ...values, notice });
      }
      const state = (row.on ?? today) < today ? "late" : "manual";
      return t(`home.triage.about.renewal_${state}`, values);
    }
    case "churn":
      return row.mrr
        ? t("home.triage.about.churn_mrr", { ...values, mrr: formatMoney(row.mrr, locale) })
        : t("home.triage.about.churn", values);
    case "uninvoiced":
      return t("home.triage.about.to_invoice", values);
    case "deal":
      return t(
        row.on === null ? "home.triage.about.deal_undated" : "home.triage.about.deal",
        values,
      );
    default:
      return t(`home.triage.about.${row.kind}`, values);
  }
}

/** The kinds whose day may be to come. */
const DATED: readonly TriageRow["kind"][] = [
  "renewal",
  "churn",
  "next_step",
  "late_project",
  "ending_soon",
];

function whenOf(row: TriageRow, today: string, t: Translate, locale: string): string {
  if (row.snoozed_until) {
    return t("home.triage.until", { date: formatDate(row.snoozed_until, locale) });
  }
  if (row.kind === "renewal" && (row.days ?? 0) > 0) {
    return t("home.triage.in_days", { count: row.days ?? 0 });
  }
  if (DATED.includes(row.kind)) return row.on === null ? "" : daysText(row.on, today, t);
  return row.days === null ? "" : t("home.triage.days", { count: row.days });
}

function daysText(day: string, today: string, t: Translate): string {
  const count = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return count > 0 ? t("home.triage.in_days", { count }) : t("home.triage.days", { count: -count });
}
