// Links from mails: no action without a click, no secret left in the address, a clear message for invalid links.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { saveInTab } from "../../../lib/tabStorage";
import { openApp } from "../../../testing/app";
import { installServer, server, someone, startAs } from "../../../testing/server";

installServer();

const me = { ...someone, locale: "en-us", permissions: {} };
const sent: unknown[] = [];

function mockPost(path: string, body: object | null, status = 200) {
  server.use(
    http.post(path, async ({ request }) => {
      const text = await request.text();
      sent.push(text && JSON.parse(text));
      if (path === "/logout") startAs(null);
      if (body && "second_factor" in body) startAs(me);
      return body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status: 204 });
    }),
  );
}

const signedInResponse = { data: me, second_factor: null };
const invalidLink = { code: "link", message: "Expired.", errors: { token: ["Expired"] } };

async function choose(password: string, confirmation = password) {
  await userEvent.type(await screen.findByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("Confirm the new password"), confirmation);
  await userEvent.click(screen.getByRole("button", { name: "Save and sign in" }));
}

beforeEach(() => {
  sent.length = 0;
  startAs(null);
  // Home opens after signing in; what it shows is not tested here.
  server.use(http.get("/api/v1/triage", () => delay("infinite")));
});

describe("sign-in link", () => {
  const link =
    "/en-us/auth/login/email?redirect=%2Fnowhere#email=a%2Bb%25c%40x.example&code=012345";

  it("signs in only after a click", async () => {
    mockPost("/login", signedInResponse);
    const { history, router } = openApp(link);
    expect(await screen.findByText("You are about to sign in as a+b%c@x.example.")).toBeVisible();
    await waitFor(() => expect(history.location.hash).toBe(""));
    expect(history.length).toBe(1);
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    expect(sent).toEqual([{ email: "a+b%c@x.example", code: "012345", remember: false }]);
  });

  it("offers a new code when it is invalid, with one alert", async () => {
    mockPost("/login", { code: "code", errors: { code: ["Wrong"] } }, 422);
    openApp(link);
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("This code no longer works");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Send a new code" }));
    expect(await screen.findByRole("textbox", { name: "Email" })).toHaveValue("a+b%c@x.example");
  });
});

describe("sign-in code", () => {
  it("is still pending after a reload, and can be sent again after a delay", async () => {
    mockPost("/auth/email/codes", null);
    saveInTab("code-sent", { email: "a@x.example", at: Date.now() - 31_000 });
    openApp("/en-us/auth/login/email?redirect=%2Fclients");
    await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
    expect(await screen.findByText(/A new code is on its way/)).toBeVisible();
    expect(screen.getByRole("button", { name: /New code in \d+ seconds/ })).toBeDisabled();
    expect(sent).toEqual([{ email: "a@x.example", redirect: "/clients" }]);
  });

  it.each([
    ["/clients?page=2", { redirect: "/clients?page=2" }],
    ["//evil.example", {}],
    [`/clients?q=${"x".repeat(1_000)}`, {}],
  ])(
    "is requested with the redirect target when it is valid and short enough: %s",
    async (target, search) => {
      mockPost("/auth/email/codes", null);
      openApp(`/en-us/auth/login/email?${new URLSearchParams({ redirect: target })}`);
      await userEvent.type(await screen.findByRole("textbox", { name: "Email" }), "a@x.example");
      await userEvent.click(screen.getByRole("button", { name: "Email me a code" }));
      await screen.findByLabelText("Six-digit code");
      expect(sent).toEqual([{ email: "a@x.example", ...search }]);
    },
  );
});

describe("password link", () => {
  const link = "/en-us/auth/password#token=t-1";

  it("validates the confirmation, then signs in", async () => {
    mockPost("/auth/passwords", signedInResponse);
    const { history, router } = openApp(link);
    await choose("a long good phrase", "a long good phase");
    expect(await screen.findByText("The field confirmation does not match")).toBeVisible();
    expect(sent).toEqual([]);
    expect(history.location.hash).toBe("");
    await userEvent.clear(screen.getByLabelText("Confirm the new password"));
    await userEvent.type(screen.getByLabelText("Confirm the new password"), "a long good phrase");
    await userEvent.click(screen.getByRole("button", { name: "Save and sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(sent).toEqual([{ token: "t-1", password: "a long good phrase" }]);
  });

  it("explains that it is invalid, and links to a new request", async () => {
    mockPost("/auth/passwords", invalidLink, 422);
    openApp(link);
    await choose("a long good phrase");
    expect(await screen.findByRole("heading", { name: "This link no longer works" })).toHaveFocus();
    expect(screen.queryByRole("alert")).toBeNull();
    const again = screen.getByRole("link", { name: "Email me a new link" });
    expect(again).toHaveAttribute("href", "/en-us/auth/password/forgot");
  });

  it("requires a signed-in user to sign out first, and remains valid", async () => {
    startAs(me);
    mockPost("/logout", null);
    openApp(link);
    expect(await screen.findByText(/You are signed in as Amélie Tremblay/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Sign out and continue" }));
    mockPost("/auth/passwords", invalidLink, 422);
    await choose("a long good phrase");
    await screen.findByRole("heading", { name: "This link no longer works" });
    expect(sent.at(-1)).toEqual({ token: "t-1", password: "a long good phrase" });
  });

  it("redirects a signed-in user without a token to the home page", async () => {
    startAs(me);
    const { router } = openApp("/en-us/auth/password");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });
});
