// What the home page asks for; the route starts it before the page's code has arrived.
import { dataQuery, pageQuery, rowsQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import type { ListPath, Query, RowOf, SortOf } from "../../../api/wire";
import { addDays, businessDay } from "../../../lib/dates";
import { can } from "../../../session/permissions";
import { listFilters, type ScreenPath, type ScreenSearch } from "../../../ui/links/screenSearch";

/** The first few: the list has the others. */
const SHOWN = 3;
const CLIENTS_SHOWN = 5;
/** From where on the hours of a retainer are looked at, in per cent, and a goal's end, in days. */
const MIN_BURN_PERCENT = 85;
const DAYS_BEFORE = 14;

/** Where the rows of each kind are listed. */
type WaitingPath = {
  overdue: "/invoices";
  retainers: "/retainer-burns";
  fixed: "/projects";
  extras: "/projects";
  approvals: "/oos-queue";
  goals: "/employee-goals";
  won: "/Deals";
};
export type WaitingName = keyof WaitingPath;
export type WaitingRow<Name extends WaitingName> = RowOf<WaitingPath[Name]> & { api_id: string };

/** Rows that wait for somebody: what finds exactly these among all of their kind, and the screen that shows them all. */
type Waiting<P, Filter, Sort> = {
  path: P;
  filter: (today: string) => Filter;
  sort: Sort;
  to: ScreenPath;
  /** What the screen's list is of in any case. */
  fixed?: Filter;
  /** Which part of the screen the list is. */
  part?: ScreenSearch;
  sees: (user: CurrentUser) => boolean;
};
type WaitingAt<P extends ListPath> = Waiting<P, Query<P>, SortOf<P>>;
type AnyWaiting = Waiting<ListPath, object, string>;

const ONGOING = ["active", "on_hold"] as const;
const seesSchedules = (user: CurrentUser) =>
  can(user, "projects.view") && can(user, "payments.view");

/** Only what the reader may see is asked for; the server would refuse the rest. In the order in which they are shown. */
export const WAITING = {
  overdue: {
    path: "/invoices",
    filter: () => ({ status: "overdue" }),
    sort: "due_on",
    to: "/invoices",
    sees: (user) => can(user, "invoices.view"),
  },
  retainers: {
    path: "/retainer-burns",
    filter: () => ({ used_above: MIN_BURN_PERCENT }),
    sort: "-burn_percent",
    to: "/projects/retainer",
    part: { view: "burn" },
    sees: (user) => can(user, "retainers.view"),
  },
  fixed: {
    path: "/projects",
    filter: () => ({ status: ONGOING, scheduled: false }),
    sort: "number",
    to: "/projects/fixed",
    fixed: { kind: "fixed" },
    sees: seesSchedules,
  },
  extras: {
    path: "/projects",
    filter: () => ({ status: ONGOING, approval: "approved", scheduled: false }),
    sort: "number",
    to: "/projects/oos",
    fixed: { kind: "oos" },
    sees: seesSchedules,
  },
  approvals: {
    path: "/oos-queue",
    filter: () => ({}),
    sort: "sold_on",
    to: "/oos-sales",
    part: { tab: "waiting" },
    sees: (user) => can(user, "oos_sales.view"),
  },
  goals: {
    path: "/employee-goals",
    filter: (today) => ({ status: "active", followed: true, due_to: addDays(today, DAYS_BEFORE) }),
    sort: "period_end",
    to: "/goals",
    part: { tab: "all" },
    sees: (user) => can(user, "goals.view"),
  },
  won: {
    path: "/Deals",
    filter: () => ({}),
    sort: "-closed_on",
    to: "/projects/create",
    fixed: { state: "won", with_project: false },
    sees: (user) => can(user, "deals.view") && can(user, "projects.create"),
  },
} satisfies { [Name in WaitingName]: WaitingAt<WaitingPath[Name]> };

export const WAITING_NAMES = Object.keys(WAITING) as WaitingName[];

export function todayOf(user: CurrentUser): string {
  return businessDay(new Date(), user.organization.timezone);
}

/** Its path and its parameters are checked above. */
export function waitingQuery<Name extends WaitingName>(name: Name, user: CurrentUser) {
  const { path, filter, sort, fixed }: AnyWaiting = WAITING[name];
  const query = { ...fixed, ...filter(todayOf(user)), sort, per_page: SHOWN };
  return rowsQuery(path as WaitingPath[Name], query as Query<WaitingPath[Name]>);
}

/** The address of exactly these rows. */
export function listOf(name: WaitingName, user: CurrentUser) {
  const { path, to, part, filter, sort }: AnyWaiting = WAITING[name];
  return { to, search: { ...part, ...listFilters(path, filter(todayOf(user))), sort } };
}

/** Without what a record says of its source, which the home page does not show. */
export const connectionsQuery = dataQuery("/connections");

export function myClientsQuery(user: CurrentUser) {
  return pageQuery("/clients", {
    query: {
      account_manager: user.api_id,
      per_page: CLIENTS_SHOWN,
    },
  });
}

export const sees = {
  /** Who can do something about a service that waits. */
  connections: (user: CurrentUser) =>
    can(user, "connections.run") || can(user, "connections.run_quickbooks"),
  clients: (user: CurrentUser) => can(user, "clients.view"),
  figures: (user: CurrentUser) => can(user, "dashboard.view"),
};
