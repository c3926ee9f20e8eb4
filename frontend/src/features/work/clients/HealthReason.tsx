// Why a client is at a level: a sentence whose figure opens its rows.
import { Link } from "@tanstack/react-router";
import type { Client, ClientHealth } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type MessageValues, useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";

type Reason = ClientHealth["reasons"][number];

/** The figures of a reason in words. */
function reasonValues(reason: Reason, locale: string): MessageValues {
  const { project, on, days, count, percent, hours, money, before } = reason;
  return {
    project: project?.name ?? "",
    date: on === null ? "" : formatDate(on, locale),
    days: Math.abs(days ?? 0),
    count: count ?? 0,
    percent: formatPercent(String(percent ?? 0), locale),
    hours: formatHours(hours ?? "0", locale),
    amount: money === null ? "" : formatMoney(money, locale),
    before: before === null ? "" : formatMoney(before, locale),
  };
}

export function HealthReason({ client, reason }: { client: Client; reason: Reason }) {
  const t = useTranslate();
  const locale = useLocale();
  const isLate = reason.kind === "renewal" && (reason.days ?? 0) < 0;
  const text = t(
    `client_page.health.reason.${isLate ? "renewal_late" : reason.kind}`,
    reasonValues(reason, locale),
  );
  return <LinkedText text={text} parts={{ a: rowsLink(client, reason) }} />;
}

function rowsLink(client: Client, { kind, project, money }: Reason) {
  if (project !== null)
    return (text: string) => (
      <Link
        to="/projects/$id/view"
        params={{ id: project.api_id }}
        search={kind.startsWith("hours") ? { tab: "hours" } : {}}
        className={uiClasses.link}
      >
        {text}
      </Link>
    );
  if (kind === "overdue") {
    // Each currency has a sentence of its own.
    const filters = {
      client: client.api_id,
      status: "overdue",
      currency: money?.currency,
    } as const;
    return (text: string) => (
      <Link
        to="/invoices"
        search={{ ...listFilters("/invoices", filters), sort: "due_on" }}
        className={uiClasses.link}
      >
        {text}
      </Link>
    );
  }
  if (kind === "no_recent_note")
    return (text: string) => (
      <Link to="." search={{ view: "notes" }} resetScroll={false} className={uiClasses.link}>
        {text}
      </Link>
    );
  const search = { view: "burn", ...listFilters("/retainer-burns", { client: client.api_id }) };
  return (text: string) => (
    <Link to="/projects/retainer" search={search} className={uiClasses.link}>
      {text}
    </Link>
  );
}
