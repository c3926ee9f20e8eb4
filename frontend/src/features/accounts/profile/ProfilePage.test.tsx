// The profile page: reauthentication, recovery codes shown once, panels closed during impersonation.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { ProfilePage } from "./ProfilePage";

installServer();

const IN_TEN_MINUTES = new Date(Date.now() + 600_000).toISOString();
const noSecondFactor = {
  totp: false,
  passkeys: [],
  recovery_codes_left: 0,
  reauthenticated_until: null,
};
const codes = ["aaaa-bbbb", "cccc-dddd"];

type SentRequest = { call: string; body: unknown };

/** Mocks the API of the second factor and records the requests. */
function mockServer(state: object = {}, refusals: string[] = []): SentRequest[] {
  const sent: SentRequest[] = [];
  const path = "/api/v1/me/second-factor";
  const record = async (request: Request) => {
    const text = await request.text();
    const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1/me/", "")}`;
    sent.push({ call, body: text ? JSON.parse(text) : null });
    const code = refusals.shift();
    return code ? HttpResponse.json({ code, message: code }, { status: 403 }) : null;
  };
  server.use(
    http.get(path, () => HttpResponse.json({ data: { ...noSecondFactor, ...state } })),
    http.get("/api/v1/me", () => HttpResponse.json({ data: someone })),
    http.put(`${path}/totp`, async ({ request }) => {
      const start = { secret: "ABC234", address: "otpauth://x", qr_code: "<svg/>" };
      return (await record(request)) ?? HttpResponse.json({ data: start });
    }),
    http.put(`${path}/totp/confirmation`, async ({ request }) => {
      await record(request);
      return HttpResponse.json({ data: { recovery_codes: codes } });
    }),
    http.post("/api/v1/me/reauthentications", async ({ request }) => {
      await record(request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("/api/v1/me/google-account", async ({ request }) => {
      return (await record(request)) ?? new HttpResponse(null, { status: 204 });
    }),
    http.put("/api/v1/me/password", async ({ request }) => {
      await record(request);
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

describe("password", () => {
  it.each([
    [false, 15],
    [true, 8],
  ])(
    "with a second factor (%s) has at least %i characters, shown before typing",
    async (two_factor, length) => {
      const sent = mockServer();
      open({ two_factor });
      expect(await screen.findByText(new RegExp(`At least ${length} characters`))).toBeVisible();
      await userEvent.type(screen.getByLabelText("Current password"), "x");
      const field = screen.getByLabelText("New password");
      await userEvent.type(field, "x".repeat(length - 1));
      await press("Change password");
      await waitFor(() => expect(field).toHaveAccessibleDescription(/at least/));
      expect(sent).toEqual([]);
      await userEvent.type(field, "x");
      await press("Change password");
      const body = { current_password: "x", password: "x".repeat(length) };
      await waitFor(() => expect(sent).toEqual([{ call: "PUT password", body }]));
      await waitFor(() => expect(field).toHaveValue(""));
    },
  );

  it("can be set without a current password when the user has none", async () => {
    const sent = mockServer({ reauthenticated_until: IN_TEN_MINUTES });
    open({ has_password: false });
    await userEvent.type(await screen.findByLabelText("New password"), "a long enough sentence");
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await press("Set password");
    await waitFor(() => expect(sent[0]?.body).toEqual({ password: "a long enough sentence" }));
  });
});

describe("changing the second factor", () => {
  it("continues after reauthentication", async () => {
    const sent = mockServer();
    open();
    await press("Set up app");
    await userEvent.type(await screen.findByLabelText("Your password"), "secret");
    expect(sent).toEqual([]);
    await press("Confirm");
    expect(await screen.findByText("ABC234")).toBeVisible();
    expect(sent.map(({ call }) => call)).toEqual([
      "POST reauthentications",
      "PUT second-factor/totp",
    ]);
  });

  it("requires reauthentication when the server finds the last one too old", async () => {
    const sent = mockServer({ reauthenticated_until: IN_TEN_MINUTES }, [
      "reauthentication_required",
    ]);
    open();
    await press("Set up app");
    expect(await screen.findByLabelText("Your password")).toBeVisible();
    expect(sent.map(({ call }) => call)).toEqual(["PUT second-factor/totp"]);
  });

  it("offers to sign out to users with neither password nor app", async () => {
    mockServer();
    open({ has_password: false });
    await press("Set up app");
    expect(await screen.findByText(/Sign out and in again/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
  });

  it("shows the recovery codes until the user confirms having saved them", async () => {
    const sent = mockServer({ reauthenticated_until: IN_TEN_MINUTES });
    open();
    await press("Set up app");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "12 3456");
    await press("Turn on");
    expect(await screen.findByText("aaaa-bbbb")).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({ code: "123456" });
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Finish" })).toBeDisabled();
    await userEvent.click(screen.getByLabelText("I saved my recovery codes"));
    await press("Finish");
    await waitFor(() => expect(screen.queryByText("aaaa-bbbb")).toBeNull());
  });
});

describe("Google account", () => {
  it("is unlinked after a confirmation, and reauthentication where the server requires it", async () => {
    const sent = mockServer({ reauthenticated_until: IN_TEN_MINUTES }, [
      "reauthentication_required",
    ]);
    open({ google_linked: true });
    await press("Unlink");
    const dialog = await screen.findByRole("dialog");
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Unlink" }));
    await userEvent.type(await screen.findByLabelText("Your password"), "secret");
    await press("Confirm");
    const calls = ["DELETE google-account", "POST reauthentications", "DELETE google-account"];
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(calls));
  });

  it("has no Unlink button when none is linked", async () => {
    mockServer();
    open();
    expect(await screen.findByText("Not linked")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Unlink" })).toBeNull();
  });
});

describe("required second factor", () => {
  it("is the only content, and leads to the target afterwards", async () => {
    mockServer({ reauthenticated_until: IN_TEN_MINUTES });
    const { router } = open({ must_enrol: true });
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(/second factor/);
    expect(screen.queryByRole("tab")).toBeNull();
    await press("Set up app");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "123456");
    await press("Turn on");
    await userEvent.click(await screen.findByLabelText("I saved my recovery codes"));
    await press("Finish");
    await waitFor(() => expect(router.state.location.pathname).toBe("/clients"));
  });
});

describe("impersonation", () => {
  const impersonator = { api_id: "x", name: "Olivier Gagnon", until: IN_TEN_MINUTES };

  it.each(["profile", "security", "sessions"])(
    "explains why %s is closed, without a call",
    async (tab) => {
      open({ impersonator }, tab);
      expect(
        await screen.findByText("Not available while you are signed in as Amélie Tremblay"),
      ).toBeVisible();
    },
  );
});
