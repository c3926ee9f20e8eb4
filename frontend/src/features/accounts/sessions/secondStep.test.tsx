// Holds the second step of a sign-in: what is offered, what a refusal says, and that it ends where it was to lead.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { savePendingFactors } from "../../../session/pendingFactors";
import { openApp } from "../../../testing/app";
import { installServer, server, someone, startAs } from "../../../testing/server";

installServer();
beforeEach(() => startAs(null));

const refused = (body: object, status = 422) =>
  server.use(http.post("/auth/second-factor", () => HttpResponse.json(body, { status })));

async function showCode(code: string) {
  await userEvent.type(await screen.findByRole("textbox", { name: "Six-digit code" }), code);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

describe("the second step", () => {
  it("is asked for after the password, and leads to where one was going", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/login", () => HttpResponse.json({ data: null, second_factor: ["totp"] })),
      http.post("/auth/second-factor", async ({ request }) => {
        sent.push(await request.json());
        startAs({ ...someone, locale: "en-us" });
        return HttpResponse.json({ data: someone, second_factor: null });
      }),
    );
    const { router } = openApp("/en-us/auth/login?redirect=%2Fnowhere");
    await userEvent.type(await screen.findByRole("textbox", { name: "Email" }), "a@regie.example");
    await userEvent.type(screen.getByLabelText("Password"), "right");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await showCode("123 456");
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    expect(sent).toEqual([{ code: "123456" }]);
    expect(sessionStorage.getItem("regie-tab:second-step")).toBeNull();
  });

  it("begins at the sign-in", async () => {
    const { router } = openApp("/en-us/auth/second-factor?redirect=%2Fclients");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
    expect(router.state.location.search).toEqual({ redirect: "/clients" });
  });

  it("offers the first factor, and the others by links; passkeys only where the browser has them", async () => {
    savePendingFactors(["passkey", "totp", "recovery_code"]);
    openApp("/en-us/auth/second-factor");
    expect(await screen.findByRole("textbox", { name: "Six-digit code" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Use a passkey" })).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "Use a recovery code" }));
    expect(await screen.findByRole("textbox", { name: "Recovery code" })).toBeVisible();
  });

  it("shows a wrong code on its field", async () => {
    savePendingFactors(["totp"]);
    refused({ message: "Try again.", errors: { code: ["This is not right"] } });
    openApp("/en-us/auth/second-factor");
    await showCode("123456");
    const field = screen.getByRole("textbox", { name: "Six-digit code" });
    await waitFor(() => expect(field).toHaveAccessibleDescription("This is not right"));
    expect(field).toHaveFocus();
  });

  it("starts again, with a plain word, when the sign-in is no longer open", async () => {
    savePendingFactors(["totp"]);
    refused({ code: "second_factor_expired", message: "Expired." });
    const { router } = openApp("/en-us/auth/second-factor?redirect=%2Fclients");
    await showCode("123456");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
    expect(router.state.location.search).toEqual({ redirect: "/clients" });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("This sign-in is no longer open");
    expect(alert).not.toHaveTextContent("422");
    expect(sessionStorage.getItem("regie-tab:second-step")).toBeNull();
  });

  it("says how long to wait after too many tries, and nothing else", async () => {
    savePendingFactors(["totp"]);
    server.use(
      http.post("/auth/second-factor", () =>
        HttpResponse.json({ code: "too_many" }, { status: 429, headers: { "Retry-After": "42" } }),
      ),
    );
    openApp("/en-us/auth/second-factor");
    await showCode("123456");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Too many tries. Try again in 42 seconds.");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });
});
