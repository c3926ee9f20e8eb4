// Holds one's own account to its rules: what is asked before, what is shown once, and what stays closed.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { ProfilePage } from "./ProfilePage";

installServer();

const LATER = new Date(Date.now() + 600_000).toISOString();
const nothing = { totp: false, passkeys: [], recovery_codes_left: 0, reauthenticated_until: null };
const codes = ["aaaa-bbbb", "cccc-dddd"];

type Sent = { call: string; body: unknown };

/** Answers for the second factor, remembering what was asked for. */
function answers(state: object = {}, refusals: string[] = []): Sent[] {
  const sent: Sent[] = [];
  const path = "/api/v1/me/second-factor";
  const note = async (request: Request) => {
    const text = await request.text();
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1/me/", "")}`;
    sent.push({ call, body: text ? JSON.parse(text) : null });
    const code = refusals.shift();
    return code ? HttpResponse.json({ code, message: code }, { status: 403 }) : null;
  };
  server.use(
    http.get(path, () => HttpResponse.json({ data: { ...nothing, ...state } })),
    http.get("/api/v1/me", () => HttpResponse.json({ data: someone })),
    http.put(`${path}/totp`, async ({ request }) => {
      const start = { secret: "ABC234", address: "otpauth://x", qr_code: "<svg/>" };
      return (await note(request)) ?? HttpResponse.json({ data: start });
    }),
    http.put(`${path}/totp/confirmation`, async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: { recovery_codes: codes } });
    }),
    http.post("/api/v1/me/reauthentications", async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("/api/v1/me/google-account", async ({ request }) => {
      return (await note(request)) ?? new HttpResponse(null, { status: 204 });
    }),
    http.put("/api/v1/me/password", async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

const open = (user: Partial<CurrentUser> = {}, tab = "security") =>
  renderScreen(() => <ProfilePage target="/clients" />, {
    at: `/screen?tab=${tab}`,
    user: { ...someone, ...user },
    otherPaths: ["/clients", "/auth/login"],
  });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("the password", () => {
  it.each([
    [false, 15],
    [true, 8],
  ])(
    "with a second factor (%s) has at least %i characters, said before it is typed",
    async (two_factor, length) => {
      const sent = answers();
      open({ two_factor });
      expect(await screen.findByText(new RegExp(`At least ${length} characters`))).toBeVisible();
      await userEvent.type(screen.getByLabelText("Current password"), "x");
      const field = screen.getByLabelText("New password");
      await userEvent.type(field, "x".repeat(length - 1));
      await press("Change the password");
      await waitFor(() => expect(field).toHaveAccessibleDescription(/at least/));
      expect(sent).toEqual([]);
      await userEvent.type(field, "x");
      await press("Change the password");
      const body = { current_password: "x", password: "x".repeat(length) };
      await waitFor(() => expect(sent).toEqual([{ call: "PUT password", body }]));
      await waitFor(() => expect(field).toHaveValue(""));
    },
  );

  it("asks nobody for a password they do not have, but who they are when it is long ago", async () => {
    const sent = answers({ reauthenticated_until: LATER });
    open({ has_password: false });
    await userEvent.type(await screen.findByLabelText("New password"), "a long enough sentence");
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await press("Set a password");
    await waitFor(() => expect(sent[0]?.body).toEqual({ password: "a long enough sentence" }));
  });
});

describe("a change of the second factor", () => {
  it("waits for a proof, then goes on by itself", async () => {
    const sent = answers();
    open();
    await press("Set up an app");
    await userEvent.type(await screen.findByLabelText("Your password"), "secret");
    expect(sent).toEqual([]);
    await press("Confirm");
    expect(await screen.findByText("ABC234")).toBeVisible();
    expect(sent.map(({ call }) => call)).toEqual(["POST proofs", "PUT second-factor/totp"]);
  });

  it("asks for one when the server finds the last too old", async () => {
    const sent = answers({ reauthenticated_until: LATER }, ["reauthentication_required"]);
    open();
    await press("Set up an app");
    expect(await screen.findByLabelText("Your password")).toBeVisible();
    expect(sent.map(({ call }) => call)).toEqual(["PUT second-factor/totp"]);
  });

  it("tells those with neither password nor app to sign in again", async () => {
    answers();
    open({ has_password: false });
    await press("Set up an app");
    expect(await screen.findByText(/sign out and in again/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
  });

  it("shows the codes until they are kept", async () => {
    const sent = answers({ reauthenticated_until: LATER });
    open();
    await press("Set up an app");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "12 3456");
    await press("Turn on");
    expect(await screen.findByText("aaaa-bbbb")).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({ code: "123456" });
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Done" })).toBeDisabled();
    await userEvent.click(screen.getByLabelText("I saved my recovery codes"));
    await press("Done");
    await waitFor(() => expect(screen.queryByText("aaaa-bbbb")).toBeNull());
  });
});

describe("a linked Google account", () => {
  it("is unlinked after a question, and a proof where the server wants one", async () => {
    const sent = answers({ reauthenticated_until: LATER }, ["reauthentication_required"]);
    open({ google_linked: true });
    await press("Unlink");
    const dialog = await screen.findByRole("dialog");
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Unlink" }));
    await userEvent.type(await screen.findByLabelText("Your password"), "secret");
    await press("Confirm");
    const calls = ["DELETE google-account", "POST proofs", "DELETE google-account"];
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(calls));
  });

  it("that is not there cannot be unlinked", async () => {
    answers();
    open();
    expect(await screen.findByText("Not linked")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Unlink" })).toBeNull();
  });
});

describe("whoever must set up a second factor", () => {
  it("sees only that, and goes on to where they were going", async () => {
    answers({ reauthenticated_until: LATER });
    const { router } = open({ must_enrol: true });
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(/second factor/);
    expect(screen.queryByRole("tab")).toBeNull();
    await press("Set up an app");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "123456");
    await press("Turn on");
    await userEvent.click(await screen.findByLabelText("I saved my recovery codes"));
    await press("Done");
    await waitFor(() => expect(router.state.location.pathname).toBe("/clients"));
  });
});

describe("whoever acts in somebody's place", () => {
  const impersonator = { api_id: "x", name: "Olivier Gagnon", until: LATER };

  it.each(["profile", "security", "sessions"])(
    "learns why %s is closed, without a call",
    async (tab) => {
      open({ impersonator }, tab);
      expect(await screen.findByText("Closed while you act as Amélie Tremblay")).toBeVisible();
    },
  );
});
