// Tests the language of the application: the account's at the start, and what the language switch changes.
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "../api/types";
import { activateLocale, chooseLocale } from "../i18n/translate";
import { registerDirtyForm } from "../lib/dirtyForms";
import { currentUserQuery } from "../session/currentUser";
import { openApp } from "../testing/app";
import { installServer, server, someone, startAs } from "../testing/server";

installServer();

afterEach(() => act(() => activateLocale("en-us")));

function handleEmptyData() {
  server.use(http.get("/api/v1/dashboard", () => HttpResponse.json({}, { status: 500 })));
}

/** Answers the request for the current user only when the test says so. */
function delayMe(user: CurrentUser) {
  const gate = Promise.withResolvers<void>();
  server.use(
    http.get("/api/v1/me", async () => {
      await gate.promise;
      return HttpResponse.json({ data: user });
    }),
  );
  return { answerMe: gate.resolve };
}

/** The account menu has the other language. */
async function chooseLanguage(name: string) {
  await screen.findByRole("heading", { level: 1 });
  await userEvent.click(await screen.findByRole("button", { name: /^(?:Account of|Compte de) / }));
  // Without a layout, the menu takes its button for scrolled out of view, and hides.
  await userEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
}

describe("the language switch", () => {
  it("keeps the route and the input and changes the texts", async () => {
    startAs(null);
    const { history, router } = openApp("/en-us/auth/login");
    const email = await screen.findByRole("textbox", { name: "Email" });
    await userEvent.type(email, "a@regie.example");
    await userEvent.click(screen.getByRole("button", { name: "Français" }));
    expect(await screen.findByRole("textbox", { name: "Courriel" })).toHaveValue("a@regie.example");
    expect(history.location.pathname).toBe("/fr-ca/auth/login");
    expect(router.state.location.pathname).toBe("/auth/login");
    expect(document.documentElement.lang).toBe("fr-CA");
    expect(document.cookie).toContain("regie_locale=fr-ca");
  });

  it("updates the links on the page", async () => {
    startAs({ ...someone, locale: "en-us" });
    handleEmptyData();
    openApp("/en-us");
    const clients = await screen.findByRole("link", { name: "Clients" });
    expect(clients).toHaveAttribute("href", "/en-us/clients");
    await chooseLanguage("Français");
    await waitFor(() => expect(clients).toHaveAttribute("href", "/fr-ca/clients"));
  });

  it.each([
    ["fr-ca", "en-us", "Votre compte est désactivé"],
    ["en-us", "fr-ca", "Your account is deactivated"],
  ] as const)(
    "starts in the account's %s despite cookie, URL and page in %s",
    async (own, other, title) => {
      await chooseLocale(other);
      const user = { ...someone, roles: [], locale: own };
      startAs(user);
      const { answerMe } = delayMe(user);
      const { history } = openApp(`/${other}/deactivated`);
      // Before the account's language is known, the page shows no text of another one.
      const pending = await screen.findByRole("status");
      expect(pending).toHaveTextContent(/^$/);
      expect(screen.queryByRole("heading")).toBeNull();
      answerMe();
      expect(await screen.findByText(title)).toBeVisible();
      expect(document.cookie).toBe(`regie_locale=${own}`);
      await waitFor(() => expect(history.location.pathname).toBe(`/${own}/deactivated`));
    },
  );
});

describe("the language switch of a signed-in user", () => {
  async function switchAs(user: CurrentUser, status = 200) {
    const saved: unknown[] = [];
    startAs(user);
    handleEmptyData();
    server.use(
      http.patch("/api/v1/users/:id/profile", async ({ request, params }) => {
        saved.push([params.id, await request.json()]);
        const data = { ...user, locale: "fr-ca", version: user.version + 1 };
        return HttpResponse.json(status === 200 ? { data } : {}, { status });
      }),
    );
    const opened = openApp("/");
    await chooseLanguage("Français");
    expect(await screen.findByRole("button", { name: /^Compte de / })).toBeVisible();
    return { ...opened, saved };
  }
  const english = { ...someone, locale: "en-us", permissions: {} };

  it("is saved to the account, and its form starts from there", async () => {
    const { saved, queryClient } = await switchAs(english);
    const cached = () => queryClient.getQueryData(currentUserQuery.queryKey);
    await waitFor(() => expect(cached()).toMatchObject({ locale: "fr-ca", version: 2 }));
    expect(saved).toEqual([[someone.api_id, { locale: "fr-ca" }]]);
  });

  it("does not restart a form with unsaved input", async () => {
    const unregister = registerDirtyForm(async () => true);
    const { queryClient } = await switchAs(english);
    const cached = () => queryClient.getQueryData(currentUserQuery.queryKey);
    await waitFor(() => expect(cached()).toMatchObject({ locale: "fr-ca", version: 1 }));
    unregister();
  });

  it("stays on the page when it cannot be saved", async () => {
    const { queryClient } = await switchAs(english, 500);
    expect(await screen.findByText("Une erreur est survenue")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Compte de / })).toBeVisible();
    expect(queryClient.getQueryData(currentUserQuery.queryKey)?.locale).toBe("en-us");
  });

  it("does not change the account of an impersonated user", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const impersonator = { api_id: "x", name: "Olivier Gagnon", until };
    const { saved, queryClient } = await switchAs({ ...english, impersonator });
    expect(saved).toEqual([]);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
  });
});
