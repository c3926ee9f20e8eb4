// Who may be where: guards, the expired page, the page that does not exist, and the user without a role.
import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

for (const locale of LOCALES) {
  const refused = { locale, expected: /status of 422/ };
  scenario(`a stranger is led to the sign-in, ${locale}`, refused, async (scene) => {
    const { page, house, words } = scene;
    await page.goto(`${house.origin}/clients?sort=-name`);
    await page.waitForURL("**/auth/login**");
    await settled(page);
    await page.getByLabel(words("login.email")).fill("employee@regie.example");
    await page.getByLabel(words("login.password"), { exact: true }).fill("not the password");
    const submit = page.getByRole("button", { name: words("login.submit") });
    await submit.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await expect.poll(() => page.url()).toContain("/auth/login");
  });

  scenario(`an unknown path, ${locale}`, { as: "admin", locale }, async ({ page, open, words }) => {
    await open("/no/such/page");
    await page.getByText(words("errors.not_found.path", { path: "/no/such/page" })).waitFor();
    await page.getByRole("button", { name: words("common.go_home") }).click();
    await page.waitForURL((url) => !url.pathname.includes("no/such"));
  });

  scenario(
    `an address that no record can have, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words } = scene;
      await open("/clients/abc/view");
      const path = "/clients/abc/view";
      await page
        .getByText(words("errors.not_found.validation", { path }), { exact: true })
        .waitFor();
    },
  );

  scenario(`a user without a role, ${locale}`, { as: "employee", locale }, async (scene) => {
    const { page, house, words } = scene;
    await page.route("**/api/v1/me", async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: { data: { ...data, roles: [], permissions: {} } },
      });
    });
    await page.goto(`${house.origin}/clients`);
    await page.waitForURL("**/deactivated");
    await page.getByRole("heading", { name: words("errors.deactivated.title") }).waitFor();
    await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
  });

  const gone = { as: "admin", locale, expected: /status of 404/ } as const;
  scenario(`a record that does not exist, ${locale}`, gone, async ({ page, open, words }) => {
    await open("/clients/01939f00-0000-7000-8000-000000000000/view");
    await page.getByRole("heading", { name: words("errors.not_found.title") }).waitFor();
  });

  const expired = { as: "admin", locale, expected: /status of 419/ } as const;
  scenario(`an expired page can only be reloaded, ${locale}`, expired, async (scene) => {
    const { page, open, words } = scene;
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
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await expect.poll(() => dialog.getByRole("button").count()).toBe(1);
    await page.unroute("**/api/v1/clients?*");
    const reload = dialog.getByRole("button", { name: words("common.reload") });
    // Asked for before the click: a quick page has loaded by the time the click returns.
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await settled(page);
    await expect.poll(() => dialog.count()).toBe(0);
  });
}

scenario("someone signed in has no business at the sign-in", { as: "employee" }, async (scene) => {
  await scene.page.goto(`${scene.house.origin}/auth/login`);
  await scene.page.waitForURL((url) => !url.pathname.includes("/auth/login"));
});

for (const [as, locale] of [
  ["employee", "en-us"],
  ["account_manager", "fr-ca"],
] as const) {
  scenario(
    `the administrators' screens say that they are not ${as}'s`,
    { as, locale },
    async (scene) => {
      const { page, open, words } = scene;
      for (const path of [
        "/admin/dashboard",
        "/admin/clients",
        "/admin/organization",
        "/admin/users",
      ]) {
        await open(path);
        await page.getByText(words("ui.forbidden.title"), { exact: true }).waitFor();
        // The house stands around it, and nothing of what is inside was asked for.
        expect(await page.getByRole("navigation").count()).toBeGreaterThan(0);
        expect(new URL(page.url()).pathname).toContain(path);
        expect(await page.locator("main table, main form").count()).toBe(0);
        expect(await page.getByRole("alert").count()).toBe(0);
      }
    },
  );
}
