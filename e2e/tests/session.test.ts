// Tests access to screens: guards, the expired page, the not-found page and users without a role.
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("a visitor is redirected to the sign-in", async ({ app }) => {
    const { page, server, t } = app;
    await page.goto(`${server.origin}/clients?sort=-name`);
    await page.waitForURL("**/auth/login**");
    await waitForPage(page);
    await page.getByLabel(t("login.email")).fill("employee@regie.example");
    await page.getByLabel(t("login.password"), { exact: true }).fill("not the password");
    const submit = page.getByRole("button", { name: t("login.submit") });
    await submit.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await expect.poll(() => page.url()).toContain("/auth/login");
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 404 .*\/no\/such\/page$/ });

  test("an unknown path", async ({ page, open, t }) => {
    const answered = page.waitForResponse("**/no/such/page");
    await open("/no/such/page");
    expect((await answered).status()).toBe(404);
    await page.getByText(t("errors.not_found.path", { path: "/no/such/page" })).waitFor();
    await page.getByRole("button", { name: t("common.go_home") }).click();
    await page.waitForURL((url) => !url.pathname.includes("no/such"));
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an invalid record id", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients/abc/view");
    const path = "/clients/abc/view";
    await page.getByText(t("errors.not_found.validation", { path }), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a user with a role can open the page of deactivated users", async ({ app }) => {
    const { page, open, t } = app;
    await open("/deactivated");
    await page.getByRole("heading", { name: t("errors.deactivated.active_title") }).waitFor();
    await page.getByRole("link", { name: t("common.go_home") }).click();
    await page.getByRole("navigation").first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

  test("a user without a role", async ({ app }) => {
    const { page, server, t } = app;
    await page.route("**/api/v1/me", async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({
        response,
        json: { data: { ...data, roles: [], permissions: {} } },
      });
    });
    await page.goto(`${server.origin}/clients`);
    await page.waitForURL("**/deactivated");
    await page.getByRole("heading", { name: t("errors.deactivated.title") }).waitFor();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 404/ });

  test("a record that does not exist", async ({ page, open, t }) => {
    await open("/clients/01939f00-0000-7000-8000-000000000000/view");
    await page.getByRole("heading", { name: t("errors.not_found.title") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 419/ });

  test("an expired page can only be reloaded", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await page.route("**/api/v1/clients?*", (route) =>
      route.fulfill({ status: 419, contentType: "application/json", body: '{"message":"x"}' }),
    );
    await page.locator("th button").first().click();
    const dialog = page.getByRole("dialog", { name: t("errors.page_expired.title") });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveCount(1);
    await page.unroute("**/api/v1/clients?*");
    const reload = dialog.getByRole("button", { name: t("common.reload") });
    // Waits from before the click, because the page may load before the click returns.
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await waitForPage(page);
    await expect(dialog).toHaveCount(0);
  });
});

test("the server has no phrase for status 419", async ({ app }) => {
  const response = await app.page.request.post(`${app.server.origin}/logout`);
  expect(response.status()).toBe(419);
  // When the server can send a phrase, supersede decision 56.
  expect(response.statusText()).toBe("<none>");
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a signed-in user is redirected from the sign-in", async ({ app }) => {
    await app.page.goto(`${app.server.origin}/auth/login`);
    await app.page.waitForURL((url) => !url.pathname.includes("/auth/login"));
  });
});

for (const [role, locale] of [
  ["employee", "en-US"],
  ["account_manager", "fr-CA"],
] as const) {
  test.describe(() => {
    test.use({ role, locale });

    test(`the administrators' screens are forbidden for ${role}`, async ({ app }) => {
      const { page, open, t } = app;
      for (const path of [
        "/admin/dashboard",
        "/admin/clients",
        "/admin/organization",
        "/admin/users",
      ]) {
        await open(path);
        await page.getByText(t("ui.forbidden.title"), { exact: true }).waitFor();
        // The layout is present, but its data was not requested.
        await expect(page.getByRole("navigation")).not.toHaveCount(0);
        expect(new URL(page.url()).pathname).toContain(path);
        await expect(page.locator("main table, main form")).toHaveCount(0);
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
    });
  });
}
