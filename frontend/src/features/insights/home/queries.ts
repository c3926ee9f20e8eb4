// The home page's queries; the route starts them before the page's code is loaded.
import { dataQuery, pageQuery, rowsQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import { addDays, businessDay } from "../../../lib/dates";
import { can } from "../../../session/permissions";
import { listFilters } from "../../../ui/links/screenSearch";
import { type TriageSearch, triageArguments } from "./homeSearch";

const MAX_GOALS = 3;
const MAX_CLIENTS = 5;
/** Goals that end within these days. */
const MAX_DAYS_LEFT = 14;

export const triageQuery = (search: TriageSearch) =>
  dataQuery("/triage", { query: triageArguments(search) });

export function todayOf(user: CurrentUser): string {
  return businessDay(new Date(), user.organization.timezone);
}

function dueGoals(user: CurrentUser) {
  const due_to = addDays(todayOf(user), MAX_DAYS_LEFT);
  return { status: "active" as const, followed: true, due_to };
}

export function goalsQuery(user: CurrentUser) {
  const query = { ...dueGoals(user), sort: "period_end" as const, per_page: MAX_GOALS };
  return rowsQuery("/employee-goals", query);
}

/** The page that lists exactly these goals. */
export function allGoals(user: CurrentUser) {
  const filters = listFilters("/employee-goals", dueGoals(user));
  return { to: "/goals", search: { tab: "all", ...filters, sort: "period_end" } } as const;
}

export const connectionsQuery = dataQuery("/connections");

export function myClientsQuery(user: CurrentUser) {
  return pageQuery("/clients", {
    query: { account_manager: user.api_id, per_page: MAX_CLIENTS },
  });
}

export const canSee = {
  /** Users who may synchronize. */
  connections: (user: CurrentUser) =>
    can(user, "connections.run") || can(user, "connections.run_quickbooks"),
  goals: (user: CurrentUser) => can(user, "goals.view"),
  clients: (user: CurrentUser) => can(user, "clients.view"),
  figures: (user: CurrentUser) => can(user, "dashboard.view"),
};

/** Their home shows their own week and projects instead of what needs a decision. */
export function isOnlyEmployee({ roles }: CurrentUser): boolean {
  return roles.every((role) => role === "employee");
}
