// What the page of a client reads; the route starts it before the page's code is loaded.
import { dataQuery, pageQuery, rowsQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import { can } from "../../../session/permissions";

const MAX_RETAINERS = 50;
const MAX_ROWS = 4;

export const revenueQuery = (id: string) => dataQuery("/clients/{id}/revenue", { params: { id } });

export const healthQuery = (id: string) => dataQuery("/clients/{id}/health", { params: { id } });

export const burnsQuery = (client: string) =>
  rowsQuery("/retainer-burns", { client, per_page: MAX_RETAINERS });

export const agingQuery = (client: string) =>
  dataQuery("/receivables-aging", { query: { client } });

/** The invoices that the client owes, the first due first. */
export const owedQuery = (client: string) =>
  rowsQuery("/receivables", { client, sort: "due_on", per_page: MAX_ROWS });

/** What the client owes with its follow-up: one row, or none when it owes nothing. */
export const debtQuery = (client: string) =>
  rowsQuery("/receivables-by-client", { client: [client], per_page: 1 });

export const daysToPayQuery = (id: string) =>
  dataQuery("/clients/{id}/days-to-pay", { params: { id } });

export const paymentsQuery = (client: string) =>
  rowsQuery("/projects-payments", {
    client,
    status: ["planned", "ready"],
    sort: "due_on",
    per_page: MAX_ROWS,
  });

export const approvalsQuery = (client: string) =>
  rowsQuery("/oos-queue", { client, sort: "sold_on", per_page: MAX_ROWS });

export const dealsQuery = (client: string) =>
  rowsQuery("/Deals", { client, state: "open", sort: "closed_on", per_page: MAX_ROWS });

/** The open next steps of all notes about the client, the first due first. */
export const stepsQuery = (id: string) =>
  pageQuery("/clients/{id}/notes", {
    params: { id },
    query: { open: true, sort: "next_on", per_page: MAX_ROWS },
  });

/** Prevents requests that the server would refuse. */
export const canSee = {
  retainers: (user: CurrentUser) => can(user, "retainers.view"),
  invoices: (user: CurrentUser) => can(user, "invoices.view"),
  payments: (user: CurrentUser) => can(user, "payments.view"),
  approvals: (user: CurrentUser) => can(user, "oos_sales.view"),
  deals: (user: CurrentUser) => can(user, "deals.view"),
};
