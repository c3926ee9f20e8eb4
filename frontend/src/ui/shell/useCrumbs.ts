// The parts of the breadcrumbs, from the address, the menu and the record on the screen.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import { type Locale, useLocale } from "../../i18n/locale";
import { type Translate, useTranslate } from "../../i18n/translate";
import { monthOfYear } from "../../lib/dates";
import { shortName } from "../../lib/shortName";
import { useCurrentUser } from "../../session/currentUser";
import { pageAt } from "./currentPage";
import { permittedPages, permittedSettings } from "./permittedNavigation";

export type Crumb = { label: string; to: string };

const RECORD_PATHS = {
  clients: "/clients/{id}",
  projects: "/projects/{id}",
  employees: "/employees/{id}",
  teams: "/teams/{id}",
  users: "/users/{id}",
  "core-values": "/core-values/{id}",
} as const;
type RecordList = keyof typeof RECORD_PATHS;

const RECORD = /^(?<list>(?:\/admin)?\/(?<noun>[a-z-]+))\/(?<id>[0-9a-f-]{36})\/(?<screen>\w+)$/;
const MONTH = /^(?<list>(?:\/admin)?\/months)\/(?<month>\d{4}-\d{2})$/;
const CREATION = /^(?<list>.+)\/create$/;

const SCREENS: Readonly<Record<string, MessageKey>> = {
  edit: "shell.breadcrumbs.edit",
  billing: "shell.breadcrumbs.billing",
  churn: "shell.breadcrumbs.churn",
  statement: "shell.breadcrumbs.statement",
};
/** Pages that are not in the menu. */
const OTHER_PAGES: Readonly<Record<string, MessageKey>> = {
  "/connections": "shell.nav.admin_connections",
  "/my-week": "shell.breadcrumbs.my_week",
  "/profile": "shell.breadcrumbs.profile",
  "/undated-terms": "shell.breadcrumbs.undated_terms",
};

/** What the breadcrumbs need of a record of any kind. */
type NamedRecord = {
  name?: string;
  name_en?: string;
  name_fr?: string;
  client?: { api_id: string; name: string; can_open?: boolean } | null;
};

function isRecordList(noun: string | undefined): noun is RecordList {
  return noun !== undefined && noun in RECORD_PATHS;
}

/** The record that the screen shows; the screen itself requests it. */
function useShownRecord(path: string): NamedRecord | undefined {
  const { noun, id } = RECORD.exec(path)?.groups ?? {};
  const query = itemQuery(RECORD_PATHS[isRecordList(noun) ? noun : "clients"], id ?? "");
  const { data } = useQuery<unknown>({ queryKey: query.queryKey, enabled: false });
  return isRecordList(noun) ? (data as NamedRecord | undefined) : undefined;
}

const RECEIVABLES_PAGES: ReadonlySet<string> = new Set([
  "/invoices",
  "/billing",
  "/reconciliation",
  "/margin",
]);

/** The crumbs of a page without a record: those of the settings begin with the settings. */
function pageCrumbs(path: string, user: CurrentUser, t: Translate): Crumb[] {
  const other = OTHER_PAGES[path.replace(/^\/admin(?=\/)/, "")];
  if (other) return [{ label: t(other), to: path }];
  const page = pageAt(path, permittedPages(user));
  if (page === undefined) return [];
  const settings = permittedSettings(user);
  const [first] = settings;
  const isSetting = first !== undefined && settings.includes(page);
  const isProjectKind = page.to.startsWith("/projects/");
  return [
    ...(isSetting ? [{ label: t("shell.nav.settings"), to: first.to }] : []),
    ...(isProjectKind ? [{ label: t("shell.nav.projects"), to: "/projects" }] : []),
    ...(RECEIVABLES_PAGES.has(page.to)
      ? [{ label: t("shell.nav.receivables"), to: "/receivables" }]
      : []),
    { label: t(page.label), to: page.to },
  ];
}

function nameIn(record: NamedRecord | undefined, locale: Locale): string | undefined {
  return record?.name ?? (locale === "fr-ca" ? record?.name_fr : record?.name_en);
}

type Page = {
  path: string;
  /** Undefined while the screen loads it. */
  record: NamedRecord | undefined;
  user: CurrentUser;
  locale: Locale;
  t: Translate;
};

/** The crumbs of a record and of its screens; without it, those that do not depend on it. */
function recordCrumbs({ path, record, user, locale, t }: Page): Crumb[] {
  const { list = "", noun, id, screen = "" } = RECORD.exec(path)?.groups ?? {};
  const listCrumbs = pageCrumbs(list, user, t);
  const name = nameIn(record, locale);
  if (record === undefined || name === undefined) return noun === "projects" ? [] : listCrumbs;
  // A project has no view in the administrators' area.
  const home = noun === "projects" ? "/projects" : list;
  const screenLabel = SCREENS[screen];
  const { client } = record;
  // A project belongs to its client, any other record to its list.
  const isBelowClient =
    client && client.can_open !== false && permittedPages(user).some(({ to }) => to === "/clients");
  const parents = isBelowClient
    ? [
        { label: t("shell.nav.clients"), to: "/clients" },
        { label: client.name, to: `/clients/${client.api_id}/view` },
      ]
    : listCrumbs;
  return [
    ...parents,
    { label: isBelowClient ? shortName(name, client) : name, to: `${home}/${id}/view` },
    ...(screenLabel ? [{ label: t(screenLabel), to: path }] : []),
  ];
}

/** The hierarchy of a page, the same whatever was open before. */
export function crumbsOf(page: Page): Crumb[] {
  const { path, user, locale, t } = page;
  const { list: monthList, month } = MONTH.exec(path)?.groups ?? {};
  if (monthList && month) {
    const label = monthOfYear(`${month}-01`, locale);
    return [...pageCrumbs(monthList, user, t), { label, to: path }];
  }
  const { list: created } = CREATION.exec(path)?.groups ?? {};
  if (created) {
    const label = t("shell.breadcrumbs.create");
    return [...pageCrumbs(created, user, t), { label, to: path }];
  }
  return RECORD.test(path) ? recordCrumbs(page) : pageCrumbs(path, user, t);
}

function usePath(): string {
  return useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/$/, "") });
}

export function useRecordName(): string | undefined {
  const locale = useLocale();
  return nameIn(useShownRecord(usePath()), locale);
}

export function useCrumbs(): Crumb[] {
  const path = usePath();
  const record = useShownRecord(path);
  return crumbsOf({ path, record, user: useCurrentUser(), locale: useLocale(), t: useTranslate() });
}
