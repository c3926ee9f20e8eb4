// What the home page asks for; the route starts it before the page's code has arrived.
import { dataQuery, pageQuery } from "../../api/queries";
import type { ClientRow, Connection, CurrentUser, DealRow, InvoiceRow } from "../../api/types";
import { may } from "../../session/permissions";

const SHOWN = 5;

export const overdueQuery = pageQuery<InvoiceRow>("/invoices", {
  status: "overdue",
  sort: "due_on",
  per_page: SHOWN,
});

export const wonQuery = pageQuery<DealRow>("/Deals", {
  state: "won",
  with_project: false,
  sort: "-closed_on",
  per_page: SHOWN,
});

/** Without what a record says of its source, which the home page does not show. */
export const connectionsQuery = dataQuery<Connection[]>("/connections");

export function myClientsQuery(user: CurrentUser) {
  return pageQuery<ClientRow>("/clients", { account_manager: user.api_id, per_page: SHOWN });
}

/** Only what the reader may see is asked for; the server would refuse the rest. */
export const sees = {
  overdue: (user: CurrentUser) => may(user, "invoices.view"),
  won: (user: CurrentUser) => may(user, "deals.view") && may(user, "projects.create"),
  /** Who can do something about a service that waits. */
  connections: (user: CurrentUser) => may(user, "connections.run"),
  clients: (user: CurrentUser) => may(user, "clients.view"),
  figures: (user: CurrentUser) => may(user, "dashboard.view"),
};
