// The mocked server: a request without a handler fails the test.
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { CurrentUser } from "../api/types";

export const server = setupServer();

/** Call once in a test file that uses the server. */
export function installServer(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

export const someone: CurrentUser = {
  api_id: "0197a2c4-0000-7000-8000-000000000001",
  email: "amelie@regie.example",
  name: "Amélie Tremblay",
  first_name: "Amélie",
  last_name: "Tremblay",
  locale: "fr-ca",
  timezone: "America/Montreal",
  currency: "CAD",
  roles: ["account_manager"],
  status: "active",
  two_factor: false,
  google_linked: false,
  has_password: true,
  avatar: null,
  must_enrol: false,
  organization: {
    name: "Agence Érable",
    logo: null,
    default_locale: "fr-ca",
    reporting_currency: "CAD",
    timezone: "America/Montreal",
    fiscal_year_start: "january",
    bug_project: null,
  },
  has_sample_data: false,
  version: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  employee: null,
  permissions: { "clients.view": "own" },
};

/** Handles the requests at the application's start; null is a visitor who is not signed in. */
export function startAs(user: CurrentUser | null): void {
  server.use(
    http.get("/sanctum/csrf-cookie", () => new HttpResponse(null, { status: 204 })),
    http.get("/api/v1/me", () =>
      user ? HttpResponse.json({ data: user }) : HttpResponse.json({}, { status: 401 }),
    ),
    http.get("/api/v1/enum-options", () => HttpResponse.json({ data: {} })),
  );
}
