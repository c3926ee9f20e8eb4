// The home page's queries; the route starts them before the page's code is loaded.
import { dataQuery, pageQuery, rowsQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import type { ListPath, Query, RowOf, SortOf } from "../../../api/wire";
import { addDays, businessDay } from "../../../lib/dates";
import { can } from "../../../session/permissions";
import { listFilters, type ScreenPath, type ScreenSearch } from "../../../ui/links/screenSearch";

const MAX_ROWS = 3;
const MAX_CLIENTS = 5;
/** Retainers with at least this share of used hours, and goals that end within these days. */
const MIN_BURN_PERCENT = 85;
const MAX_DAYS_LEFT = 14;

/** The API list of each kind. */
type AttentionPaths = {
  overdue: "/invoices";
  retainers: "/retainer-burns";
  fixed: "/projects";
  extras: "/projects";
  approvals: "/oos-queue";
  churns: "/churn-events";
  goals: "/employee-goals";
  won: "/Deals";
};
export type AttentionName = keyof AttentionPaths;
export type AttentionRow<Name extends AttentionName> = RowOf<AttentionPaths[Name]> & {
  api_id: string;
};

/** Rows that need attention: their list and filter, and the page that shows all of them. */
type AttentionList<P, Filter, Sort> = {
  path: P;
  filter: (today: string) => Filter;
  sort: Sort;
  to: ScreenPath;
  /** The page's fixed filter. */
  fixed?: Filter;
  /** The tab or view of the page. */
  screenSearch?: ScreenSearch;
  canSee: (user: CurrentUser) => boolean;
};
type AttentionListAt<P extends ListPath> = AttentionList<P, Query<P>, SortOf<P>>;
type AnyAttentionList = AttentionList<ListPath, object, string>;

const ONGOING = ["active", "on_hold"] as const;
const canSeeSchedules = (user: CurrentUser) =>
  can(user, "projects.view") && can(user, "payments.view");

/** In display order; `canSee` prevents requests that the server would refuse. */
export const ATTENTION_LISTS = {
  overdue: {
    path: "/invoices",
    filter: () => ({ status: "overdue" }),
    sort: "due_on",
    to: "/invoices",
    canSee: (user) => can(user, "invoices.view"),
  },
  retainers: {
    path: "/retainer-burns",
    filter: () => ({ used_above: MIN_BURN_PERCENT }),
    sort: "-burn_percent",
    to: "/projects/retainer",
    screenSearch: { view: "burn" },
    canSee: (user) => can(user, "retainers.view"),
  },
  fixed: {
    path: "/projects",
    filter: () => ({ status: ONGOING, scheduled: false }),
    sort: "number",
    to: "/projects/fixed",
    fixed: { kind: "fixed" },
    canSee: canSeeSchedules,
  },
  extras: {
    path: "/projects",
    filter: () => ({ status: ONGOING, approval: "approved", scheduled: false }),
    sort: "number",
    to: "/projects/oos",
    fixed: { kind: "oos" },
    canSee: canSeeSchedules,
  },
  approvals: {
    path: "/oos-queue",
    filter: () => ({}),
    sort: "sold_on",
    to: "/oos-sales",
    screenSearch: { tab: "waiting" },
    canSee: (user) => can(user, "oos_sales.view"),
  },
  churns: {
    path: "/churn-events",
    filter: () => ({}),
    sort: "created_at",
    to: "/churns",
    fixed: { state: "recorded" },
    screenSearch: { tab: "queue" },
    canSee: (user) => can(user, "churns.confirm"),
  },
  goals: {
    path: "/employee-goals",
    filter: (today) => ({
      status: "active",
      followed: true,
      due_to: addDays(today, MAX_DAYS_LEFT),
    }),
    sort: "period_end",
    to: "/goals",
    screenSearch: { tab: "all" },
    canSee: (user) => can(user, "goals.view"),
  },
  won: {
    path: "/Deals",
    filter: () => ({}),
    sort: "-closed_on",
    to: "/projects/create",
    fixed: { state: "won", with_project: false },
    canSee: (user) => can(user, "deals.view") && can(user, "projects.create"),
  },
} satisfies { [Name in AttentionName]: AttentionListAt<AttentionPaths[Name]> };

export const ATTENTION_NAMES = Object.keys(ATTENTION_LISTS) as AttentionName[];

export function todayOf(user: CurrentUser): string {
  return businessDay(new Date(), user.organization.timezone);
}

/** The type of WAITING checks path and parameters. */
export function attentionQuery<Name extends AttentionName>(name: Name, user: CurrentUser) {
  const { path, filter, sort, fixed }: AnyAttentionList = ATTENTION_LISTS[name];
  const query = { ...fixed, ...filter(todayOf(user)), sort, per_page: MAX_ROWS };
  return rowsQuery(path as AttentionPaths[Name], query as Query<AttentionPaths[Name]>);
}

/** The page that lists exactly these rows. */
export function fullListOf(name: AttentionName, user: CurrentUser) {
  const { path, to, screenSearch, filter, sort }: AnyAttentionList = ATTENTION_LISTS[name];
  return { to, search: { ...screenSearch, ...listFilters(path, filter(todayOf(user))), sort } };
}

export const connectionsQuery = dataQuery("/connections");

export function myClientsQuery(user: CurrentUser) {
  return pageQuery("/clients", {
    query: {
      account_manager: user.api_id,
      per_page: MAX_CLIENTS,
    },
  });
}

export const canSee = {
  /** Users who may synchronize. */
  connections: (user: CurrentUser) =>
    can(user, "connections.run") || can(user, "connections.run_quickbooks"),
  clients: (user: CurrentUser) => can(user, "clients.view"),
  figures: (user: CurrentUser) => can(user, "dashboard.view"),
};
