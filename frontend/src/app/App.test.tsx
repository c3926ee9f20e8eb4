// Tests the application from its start: redirects, failures and the not-found page.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { openApp } from "../testing/app";
import { installServer, server, someone, startAs } from "../testing/server";

installServer();

const emptyPage = { current_page: 1, from: null, last_page: 1, per_page: 10, to: null, total: 0 };

function handleEmptyData() {
  server.use(
    http.get("/api/v1/clients", () => HttpResponse.json({ data: [], meta: emptyPage })),
    http.get("/api/v1/dashboard", () => HttpResponse.json({}, { status: 500 })),
  );
}

async function typeCredentials(password: string) {
  await userEvent.type(await screen.findByRole("textbox", { name: "Email" }), "a@regie.example");
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("a record that cannot be loaded", () => {
  const path = "/clients/01939f00-0000-7000-8000-000000000000/view";

  it.each([
    [
      "the server fails",
      () => HttpResponse.json({ request_id: "r-1" }, { status: 500 }),
      /Error 500/,
    ],
    [
      "the route no longer exists",
      () => HttpResponse.json({ code: "gone" }, { status: 410 }),
      /Error 410/,
    ],
    [
      "the method is no longer supported",
      () => HttpResponse.json({ code: "method_not_allowed" }, { status: 405 }),
      /Error 405/,
    ],
    ["the server does not respond", () => HttpResponse.error(), /The server did not answer/],
  ])("shows the failure when %s", async (_, respond, text) => {
    startAs({ ...someone, locale: "en-us" });
    server.use(http.get("/api/v1/clients/:id", respond));
    openApp(`/en-us${path}`);
    expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole("button", { name: "Reload the page" })).toBeVisible();
  });
});

describe("redirects", () => {
  it("redirects a visitor to the sign-in, and back afterwards", async () => {
    startAs(null);
    handleEmptyData();
    const sent: unknown[] = [];
    server.use(
      http.post("/login", async ({ request }) => {
        sent.push(await request.json());
        startAs({ ...someone, locale: "en-us" });
        return HttpResponse.json({ data: someone });
      }),
    );
    const { router } = openApp("/dashboard");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
    expect(router.state.location.search).toEqual({ redirect: "/dashboard" });
    await typeCredentials("right");
    expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    expect(sent).toEqual([{ email: "a@regie.example", password: "right", remember: false }]);
  });

  it("shows the server's error on its field and stays on the sign-in", async () => {
    startAs(null);
    server.use(
      http.post("/login", () =>
        HttpResponse.json(
          { message: "Unknown credentials.", errors: { email: ["Unknown credentials."] } },
          { status: 422 },
        ),
      ),
    );
    const { router } = openApp("/auth/login");
    await typeCredentials("wrong");
    const field = await screen.findByRole("textbox", { name: "Email" });
    await waitFor(() => expect(field).toHaveAccessibleDescription("Unknown credentials."));
    expect(field).toHaveFocus();
    expect(router.state.location.pathname).toBe("/auth/login");
  });

  it("reports missing fields without a request", async () => {
    startAs(null);
    openApp("/auth/login");
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    expect(await screen.findAllByText("The field is required")).toHaveLength(2);
  });

  it("redirects a signed-in user from the sign-in to the home page", async () => {
    startAs(someone);
    handleEmptyData();
    const { router } = openApp("/auth/login");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  it("redirects a user without roles to the deactivated page", async () => {
    startAs({ ...someone, roles: [], locale: "en-us" });
    const { router } = openApp("/");
    expect(await screen.findByText("Your account is deactivated")).toBeVisible();
    expect(router.state.location.pathname).toBe("/deactivated");
  });

  it.each([
    ["a user with a role", someone, "Your account is active"],
    ["a user without roles", { ...someone, roles: [] }, "Your account is deactivated"],
    ["a visitor", null, "Your account is deactivated"],
  ])("shows the deactivated page to %s", async (_, user, title) => {
    startAs(user && { ...user, locale: "en-us" });
    const { router } = openApp("/deactivated");
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(router.state.location.pathname).toBe("/deactivated");
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("shows the failure to load the current user", async () => {
    startAs(null);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.get("/api/v1/me", () => HttpResponse.json({}, { status: 500 })));
    openApp("/");
    expect(await screen.findByText("Error 500")).toBeVisible();
  });
});

describe("the not-found page", () => {
  it.each([
    ["/nowhere/at/all", "Page not found: /nowhere/at/all"],
    ["/clients/7/view", "Page Not Found: /clients/7/view"],
  ])("shows the path %s", async (address, message) => {
    startAs({ ...someone, locale: "en-us" });
    handleEmptyData();
    openApp(`/en-us${address}`);
    expect(await screen.findByText("404")).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });

  it("replaces the page after a 404 response until the user leaves", async () => {
    startAs({ ...someone, locale: "en-us" });
    handleEmptyData();
    const id = someone.api_id;
    server.use(http.get("/api/v1/clients/:id", () => HttpResponse.json({}, { status: 404 })));
    const { router } = openApp(`/en-us/clients/${id}/view`);
    expect(await screen.findByText(`Page not found: /clients/${id}/view`)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Go to the home page" }));
    await waitFor(() => expect(screen.queryByText("404")).toBeNull());
    expect(router.state.location.pathname).toBe("/");
  });
});
