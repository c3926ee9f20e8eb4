// What the home page asks for; the route starts it before the page's code has arrived.
import { dataQuery, pageQuery } from "../../api/queries";
import type {
  Burn,
  ClientRow,
  Connection,
  CurrentUser,
  DealRow,
  GoalRow,
  InvoiceRow,
  ProjectRow,
  UnapprovedWork,
} from "../../api/types";
import { addDays, businessDay } from "../../lib/dates";
import { may } from "../../session/permissions";

/** The first few: the list has the others. */
const SHOWN = 3;
const CLIENTS_SHOWN = 5;
/** From where on the hours of a retainer are looked at, in per cent, and a goal's end, in days. */
const MOST_USED = 85;
const DAYS_BEFORE = 14;

type Filter = Record<string, string | number | boolean | string[]>;
/** Rows that wait for somebody: what finds exactly these among all of their kind, and the screen that shows them all. */
export type Waiting = {
  path: string;
  filter: (today: string) => Filter;
  sort: string;
  to: string;
  /** What the screen's list is of in any case. */
  fixed?: Filter;
  /** Which part of the screen the list is. */
  part?: Record<string, string>;
  sees: (user: CurrentUser) => boolean;
};

const ONGOING = ["active", "on_hold"];
const seesSchedules = (user: CurrentUser) =>
  may(user, "projects.view") && may(user, "payments.view");

/** Only what the reader may see is asked for; the server would refuse the rest. In the order in which they are shown. */
export const WAITING = {
  overdue: {
    path: "/invoices",
    filter: () => ({ status: "overdue" }),
    sort: "due_on",
    to: "/invoices",
    sees: (user) => may(user, "invoices.view"),
  },
  retainers: {
    path: "/retainer-burns",
    filter: () => ({ used_above: MOST_USED }),
    sort: "-burn_percent",
    to: "/projects/retainer",
    part: { view: "burn" },
    sees: (user) => may(user, "retainers.view"),
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
    sees: (user) => may(user, "oos_sales.view"),
  },
  goals: {
    path: "/employee-goals",
    filter: (today) => ({ status: "active", followed: true, due_to: addDays(today, DAYS_BEFORE) }),
    sort: "period_end",
    to: "/goals",
    part: { tab: "all" },
    sees: (user) => may(user, "goals.view"),
  },
  won: {
    path: "/Deals",
    filter: () => ({}),
    sort: "-closed_on",
    to: "/projects/create",
    fixed: { state: "won", with_project: false },
    sees: (user) => may(user, "deals.view") && may(user, "projects.create"),
  },
} satisfies Record<string, Waiting>;

export type WaitingName = keyof typeof WAITING;
export const WAITING_NAMES = Object.keys(WAITING) as WaitingName[];

export type WaitingRow = {
  overdue: InvoiceRow;
  retainers: Burn;
  fixed: ProjectRow;
  extras: ProjectRow;
  approvals: UnapprovedWork;
  goals: GoalRow;
  won: DealRow;
};

export function todayOf(user: CurrentUser): string {
  return businessDay(new Date(), user.organization.timezone);
}

export function waitingQuery<Name extends WaitingName>(name: Name, user: CurrentUser) {
  const { path, filter, sort, fixed }: Waiting = WAITING[name];
  const query = { ...fixed, ...filter(todayOf(user)), sort, per_page: SHOWN };
  return pageQuery<WaitingRow[Name]>(path, query);
}

/** The address of exactly these rows. */
export function listOf(name: WaitingName, user: CurrentUser) {
  const { to, part, filter, sort }: Waiting = WAITING[name];
  const written = Object.entries(filter(todayOf(user))).map(([key, value]) => [key, String(value)]);
  return { to, search: { ...part, ...Object.fromEntries(written), sort } };
}

/** Without what a record says of its source, which the home page does not show. */
export const connectionsQuery = dataQuery<Connection[]>("/connections");

export function myClientsQuery(user: CurrentUser) {
  return pageQuery<ClientRow>("/clients", {
    account_manager: user.api_id,
    per_page: CLIENTS_SHOWN,
  });
}

export const sees = {
  /** Who can do something about a service that waits. */
  connections: (user: CurrentUser) =>
    may(user, "connections.run") || may(user, "connections.run_quickbooks"),
  clients: (user: CurrentUser) => may(user, "clients.view"),
  figures: (user: CurrentUser) => may(user, "dashboard.view"),
};
