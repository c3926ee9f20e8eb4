// Sign-in with Google: a code is sent once, and each response leads to the right page.
import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { navigateAway } from "../../../lib/navigateAway";
import { saveInTab } from "../../../lib/tabStorage";
import { openApp } from "../../../testing/app";
import { installServer, server, someone, startAs } from "../../../testing/server";

vi.mock("../../../lib/navigateAway", () => ({ navigateAway: vi.fn() }));
installServer();

const me = { ...someone, locale: "en-us", roles: ["account_manager"], permissions: {} };
const sent: unknown[] = [];

function mockCallback(answer: object) {
  server.use(
    http.post("/auth/google/callbacks", async ({ request }) => {
      sent.push(await request.json());
      if ("user" in answer && answer.user) startAs(me);
      return HttpResponse.json({ is_email_allowed: null, second_factor: null, ...answer });
    }),
  );
}

const returnAddress = (code: string) =>
  `/en-us/auth/login?code=${code}&state=abc-1&scope=email+openid&authuser=0&hd=regie.example&prompt=none`;

beforeEach(() => {
  configure({ reactStrictMode: true });
  sent.length = 0;
  startAs(null);
});
afterEach(() => {
  configure({ reactStrictMode: false });
  document.head.querySelector('meta[name="regie-google"]')?.remove();
});

describe("starting a Google sign-in", () => {
  it("is offered only when configured", async () => {
    openApp("/en-us/auth/login");
    await screen.findByRole("button", { name: "Sign in" });
    expect(screen.queryByRole("button", { name: "Continue with Google" })).toBeNull();
  });

  it("opens the address from the server and stores the target", async () => {
    document.head.insertAdjacentHTML("beforeend", '<meta name="regie-google" content="on">');
    const url = "https://accounts.google.com/o/oauth2/v2/auth?state=abc-1";
    server.use(http.post("/auth/google/attempts", () => HttpResponse.json({ data: { url } })));
    openApp("/en-us/auth/login?redirect=%2Fclients%3Fpage%3D2");
    await userEvent.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await waitFor(() => expect(navigateAway).toHaveBeenCalledWith(url));
    expect(sessionStorage.getItem("regie-tab:google-target")).toBe('"/clients?page=2"');
  });
});

describe("returning from Google", () => {
  it("sends the code once, decoded once, and opens the target", async () => {
    saveInTab("google-target", "/nowhere");
    mockCallback({ user: me, is_email_allowed: true });
    const { history, router } = openApp(returnAddress("4%2F0A%2525b-1"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    expect(sent).toEqual([{ code: "4/0A%25b-1", state: "abc-1" }]);
    expect(history.length).toBe(1);
  });

  it("ignores a target outside the application", async () => {
    saveInTab("google-target", "//evil.example");
    mockCallback({ second_factor: ["totp"] });
    const { router } = openApp(returnAddress("4%2F0A-evil"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/second-factor"));
    expect(router.state.location.search).toEqual({});
  });

  it.each([
    [false, "This Google account’s domain is not allowed here"],
    [true, "Sign-in with Google failed"],
    [null, "Sign-in with Google failed"],
  ])("explains a refusal: is_email_allowed %s", async (isAllowed, words) => {
    saveInTab("google-target", "/clients");
    mockCallback({ user: null, is_email_allowed: isAllowed });
    const { router } = openApp(returnAddress(`4%2F0A-${isAllowed}`));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Something went wrong");
    expect(alert).toHaveTextContent(words);
    expect(router.state.location.pathname).toBe("/auth/login");
    expect(router.state.location.search).toEqual({ redirect: "/clients" });
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it("reports a cancellation", async () => {
    mockCallback({});
    const { router } = openApp("/en-us/auth/login?error=access_denied&state=abc-2");
    expect(await screen.findByText("Signing in with Google was canceled")).toBeVisible();
    expect(router.state.location.search).toEqual({});
    expect(sent).toEqual([]);
  });
});
