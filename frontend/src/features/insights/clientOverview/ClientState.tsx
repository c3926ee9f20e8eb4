// How things stand with a client, in one sentence; each number opens its rows.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { runIf } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { daysBetween, formatDate, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatDecimal } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { useToday } from "../../../session/today";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { changedSearch, listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./ClientOverview.module.css";
import { agingQuery, burnsQuery, canSee } from "./queries";
import { hoursOf, nextRenewal, overdueOf } from "./stateParts";

const linked = (link: ScreenLink) => (text: string) => (
  <Link {...link} resetScroll={link.to !== "."} className={uiClasses.link}>
    {text}
  </Link>
);

export function ClientState({ client }: { client: Client }) {
  const parts = useParts(client);
  return (
    <div className={classes.state}>
      <StateSentence>
        {parts?.map(([name, part]) => (
          <Fragment key={name}>{part} </Fragment>
        ))}
      </StateSentence>
    </div>
  );
}

type Part = [name: string, part: ReactNode];

/** Undefined while the figures load. A part that the user may not see is left out. */
function useParts(client: Client): Part[] | undefined {
  const user = useCurrentUser();
  const seesAging = canSee.invoices(user) && client.overdue !== undefined;
  const seesBurns = canSee.retainers(user);
  const aging = useQuery({ ...agingQuery(client.api_id), ...runIf(seesAging) });
  const burns = useQuery({ ...burnsQuery(client.api_id), ...runIf(seesBurns) });
  const overdue = useOverduePart(client, aging.data);
  const renewal = useRenewalPart(client, burns.data?.data ?? []);
  const hours = useHoursPart(client, burns.data?.data ?? []);
  const leaving = useLeavingPart(client);
  const standing = useStandingPart(client);
  if ((seesAging && aging.isPending) || (seesBurns && burns.isPending)) return undefined;
  const found = [...leaving, ...overdue, ...renewal, ...hours];
  return found.length > 0 ? found : standing;
}

function useLeavingPart({ leaving_on }: Client): Part[] {
  const t = useTranslate();
  const locale = useLocale();
  if (leaving_on === null) return [];
  const date = formatDate(leaving_on, locale);
  return [["leaving", <strong key="leaving">{t("client_page.state.leaving", { date })}</strong>]];
}

function useOverduePart(
  client: Client,
  aging: Parameters<typeof overdueOf>[0] | undefined,
): Part[] {
  const t = useTranslate();
  const locale = useLocale();
  if (aging === undefined) return [];
  const { amounts, invoices } = overdueOf(aging);
  const hasOwed = aging.currencies.some(({ buckets }) => buckets.some((one) => one.invoices > 0));
  if (invoices === 0) return hasOwed ? [["overdue", t("client_page.state.nothing_overdue")]] : [];
  const link = linked({
    to: "/invoices",
    search: {
      ...listFilters("/invoices", { client: client.api_id, status: "overdue" }),
      sort: "due_on",
    },
  });
  const amount = new Intl.ListFormat(locale).format(
    amounts.map((money) => formatMoney(money, locale)),
  );
  return [
    [
      "overdue",
      <strong key="overdue">
        <LinkedText
          text={t("client_page.state.overdue", { amount, count: invoices })}
          parts={{ a: link }}
        />
      </strong>,
    ],
  ];
}

function useRenewalPart(client: Client, burns: Parameters<typeof nextRenewal>[0]): Part[] {
  const t = useTranslate();
  const today = useToday();
  const burn = nextRenewal(burns, today);
  if (burn === undefined) return [];
  const days = daysBetween(today, burn.renews_on);
  const kind = days < 0 ? "renewal_late" : burn.auto_renew ? "renews_itself" : "renews";
  const { api_id, name } = burn.project;
  const text = t(`client_page.state.${kind}`, { count: Math.abs(days), project: "{project}" });
  const [before = "", after = ""] = text.split("{project}");
  return [
    [
      "renewal",
      <Fragment key="renewal">
        {before}
        <Link to="/projects/$id/view" params={{ id: api_id }} className={uiClasses.link}>
          {shortName(name, client)}
        </Link>
        {after}
      </Fragment>,
    ],
  ];
}

function useHoursPart(client: Client, burns: Parameters<typeof hoursOf>[0]): Part[] {
  const t = useTranslate();
  const locale = useLocale();
  const hours = hoursOf(burns);
  if (hours === undefined) return [];
  const link = linked({
    to: "/projects/retainer",
    search: { view: "burn", ...listFilters("/retainer-burns", { client: client.api_id }) },
  });
  const text = t(`client_page.state.${hours.isOver ? "hours_over" : "hours_left"}`, {
    hours: formatDecimal(hours.left, locale),
    available: formatDecimal(hours.available, locale),
    month: monthOfYear(hours.month, locale),
  });
  return [["hours", <LinkedText key="hours" text={text} parts={{ a: link }} />]];
}

/** Without anything to report: since when the client is one, or the next step. */
function useStandingPart(client: Client): Part[] {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { status, first_active_on, churned_on } = client;
  if (status === "prospect") {
    const parts = can("projects.create")
      ? { a: linked({ to: "/projects/create", search: {} }) }
      : {};
    return [
      ["prospect", t("client_page.state.prospect")],
      [
        "create",
        can("projects.create") && (
          <LinkedText key="create" text={t("client_page.state.create")} parts={parts} />
        ),
      ],
    ];
  }
  const day = status === "churned" ? churned_on : first_active_on;
  const since = { date: day === null ? "" : formatDate(day, locale) };
  const projects = linked({ to: ".", search: changedSearch({ tab: "projects" }) });
  return [
    [
      status,
      <LinkedText
        key={status}
        text={t(`client_page.state.${status}`, since)}
        parts={{ a: projects }}
      />,
    ],
  ];
}
