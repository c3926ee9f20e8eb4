// The second step of signing in: offered factors, refusals, and the redirect afterwards.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { savePendingFactors } from "../../../session/pendingFactors";
import { openApp } from "../../../testing/app";
import { installServer, server, someone, startAs } from "../../../testing/server";

installServer();
beforeEach(() => startAs(null));

const mockRefusal = (body: object, status = 422) =>
  server.use(http.post("/auth/second-factor", () => HttpResponse.json(body, { status })));

async function submitCode(code: string) {
  await userEvent.type(await screen.findByRole("textbox", { name: "Six-digit code" }), code);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
}

describe("the second step", () => {
  it("follows the password and leads to the target", async () => {
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
    await submitCode("123 456");
    await waitFor(() => expect(router.state.location.pathname).toBe("/nowhere"));
    expect(sent).toEqual([{ code: "123456" }]);
    expect(sessionStorage.getItem("regie-tab:second-step")).toBeNull();
  });

  it("redirects to the sign-in page when no sign-in is pending", async () => {
    const { router } = openApp("/en-us/auth/second-factor?redirect=%2Fclients");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
    expect(router.state.location.search).toEqual({ redirect: "/clients" });
  });

  it("shows the first usable factor and links to the others, without unsupported passkeys", async () => {
    savePendingFactors(["passkey", "totp", "recovery_code"]);
    openApp("/en-us/auth/second-factor");
    expect(await screen.findByRole("textbox", { name: "Six-digit code" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Use a passkey" })).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "Use a recovery code" }));
    expect(await screen.findByRole("textbox", { name: "Recovery code" })).toBeVisible();
  });

  it("shows a wrong code on its field", async () => {
    savePendingFactors(["totp"]);
    mockRefusal({ message: "Try again.", errors: { code: ["The second factor is not correct"] } });
    openApp("/en-us/auth/second-factor");
    await submitCode("123456");
    const field = screen.getByRole("textbox", { name: "Six-digit code" });
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription("The second factor is not correct"),
    );
    expect(field).toHaveFocus();
  });

  it("returns to the sign-in page with a message when the sign-in has expired", async () => {
    savePendingFactors(["totp"]);
    mockRefusal({ code: "second_factor_expired", message: "Expired." });
    const { router } = openApp("/en-us/auth/second-factor?redirect=%2Fclients");
    await submitCode("123456");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth/login"));
    expect(router.state.location.search).toEqual({ redirect: "/clients" });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("This sign-in has expired");
    expect(alert).not.toHaveTextContent("422");
    expect(sessionStorage.getItem("regie-tab:second-step")).toBeNull();
  });

  it("shows only the waiting time after too many tries", async () => {
    savePendingFactors(["totp"]);
    server.use(
      http.post("/auth/second-factor", () =>
        HttpResponse.json({ code: "too_many" }, { status: 429, headers: { "Retry-After": "42" } }),
      ),
    );
    openApp("/en-us/auth/second-factor");
    await submitCode("123456");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Too many attempts. Try again in 42 seconds.");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });
});
