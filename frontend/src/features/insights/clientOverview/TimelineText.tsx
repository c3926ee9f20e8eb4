// What happened, as a sentence that links to its record.
import { Link } from "@tanstack/react-router";
import type { Client, TimelineEntry } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type MessageValues, useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";
import { useEnumOptions } from "../../../session/enumOptions";
import { LinkedText } from "../../../ui/links/LinkedText";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Timeline.module.css";
import { sentenceName } from "./timelineSentence";

type Props = { client: Client; entry: TimelineEntry };

export function TimelineText({ client, entry }: Props) {
  const t = useTranslate();
  const values = useValues(client, entry);
  const text = t(`client_page.timeline.kind.${sentenceName(entry)}`, values);
  return (
    <>
      <LinkedText text={text} parts={{ a: (inner) => <RecordLink entry={entry} text={inner} /> }} />
      {entry.reason && <span className={classes.reason}>{entry.reason}</span>}
    </>
  );
}

function useValues(client: Client, entry: TimelineEntry): MessageValues {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { project, invoice, money, before, day, value, percent, person } = entry;
  return {
    project: project ? shortName(project.name, client) : "",
    invoice: invoice?.name || t("client_page.receivables.unnumbered"),
    person: person ?? "",
    amount: money ? formatMoney(money, locale) : "",
    before: before ? formatMoney(before, locale) : "",
    percent: formatPercent(String(percent ?? 0), locale),
    date: day && entry.kind !== "hours_warning" ? formatDate(day, locale) : "",
    month: day ? monthOfYear(day, locale) : "",
    reason: entry.kind === "churn" && value ? label("churn_reason", value) : "",
    contact: entry.kind === "collection_entry" && value ? label("contact_kind", value) : "",
  };
}

function RecordLink({
  entry: { kind, project, invoice },
  text,
}: {
  entry: TimelineEntry;
  text: string;
}) {
  if (invoice)
    return (
      <Link
        to="."
        search={{ tab: "invoices", open: invoice.api_id }}
        resetScroll={false}
        className={uiClasses.link}
      >
        {text}
      </Link>
    );
  if (!project) return text;
  return (
    <Link
      to="/projects/$id/view"
      params={{ id: project.api_id }}
      search={kind === "hours_warning" ? { tab: "hours" } : {}}
      className={uiClasses.link}
    >
      {text}
    </Link>
  );
}
