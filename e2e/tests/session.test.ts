// Who may be where: guards, the expired page, the page that does not exist, and the user without a role.
import { pageReady } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.describe(() => {
  test.use({ expectedProblems: /status of 422/ });

  test("a stranger is led to the sign-in", async ({ app }) => {
    const { page, server, words } = app;
    await page.goto(`${server.origin}/clients?sort=-name`);
    await page.waitForURL("**/auth/login**");
    await pageReady(page);
    await page.getByLabel(words("login.email")).fill("employee@regie.example");
    await page.getByLabel(words("login.password"), { exact: true }).fill("not the password");
    const submit = page.getByRole("button", { name: words("login.submit") });
    await submit.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await expect.poll(() => page.url()).toContain("/auth/login");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an unknown path", async ({ page, open, words }) => {
    await open("/no/such/page");
    await page.getByText(words("errors.not_found.path", { path: "/no/such/page" })).waitFor();
    await page.getByRole("button", { name: words("common.go_home") }).click();
    await page.waitForURL((url) => !url.pathname.includes("no/such"));
  });

  test("an address that no record can have", async ({ app }) => {
    const { page, open, words } = app;
    await open("/clients/abc/view");
    const path = "/clients/abc/view";
    await page.getByText(words("errors.not_found.validation", { path }), { exact: true }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a user without a role", async ({ app }) => {
    const { page, server, words } = app;
    await page.route("**/api/v1/me", async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: { data: { ...data, roles: [], permissions: {} } },
      });
    });
    await page.goto(`${server.origin}/clients`);
    await page.waitForURL("**/deactivated");
    await page.getByRole("heading", { name: words("errors.deactivated.title") }).waitFor();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 404/ });

  test("a record that does not exist", async ({ page, open, words }) => {
    await open("/clients/01939f00-0000-7000-8000-000000000000/view");
    await page.getByRole("heading", { name: words("errors.not_found.title") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 419/ });

  test("an expired page can only be reloaded", async ({ app }) => {
    const { page, open, words } = app;
    await open("/clients");
    await page.route("**/api/v1/clients?*", (route) =>
      route.fulfill({ status: 419, contentType: "application/json", body: '{"message":"x"}' }),
    );
    await page.locator("th button").first().click();
    const dialog = page.getByRole("dialog", { name: words("errors.page_expired.title") });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveCount(1);
    await page.unroute("**/api/v1/clients?*");
    const reload = dialog.getByRole("button", { name: words("common.reload") });
    // Asked for before the click: a quick page has loaded by the time the click returns.
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await pageReady(page);
    await expect(dialog).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("someone signed in has no business at the sign-in", async ({ app }) => {
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

    test(`the administrators' screens say that they are not ${role}'s`, async ({ app }) => {
      const { page, open, words } = app;
      for (const path of [
        "/admin/dashboard",
        "/admin/clients",
        "/admin/organization",
        "/admin/users",
      ]) {
        await open(path);
        await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
        // The frame is there, and nothing of what is inside was fetched.
        await expect(page.getByRole("navigation")).not.toHaveCount(0);
        expect(new URL(page.url()).pathname).toContain(path);
        await expect(page.locator("main table, main form")).toHaveCount(0);
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
    });
  });
}
