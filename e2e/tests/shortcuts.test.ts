// Tests single-letter shortcuts: their targets, where they are plain letters, and switching them off.
import type { Role } from "../support/api.ts";
import { emulateScheme, expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

/** From a screen, by these keys, to a URL. */
const SHORTCUTS: readonly [from: string, keys: string, role: Role, to: RegExp][] = [
  ["/profile", "g d", "employee", /\/dashboard$/],
  ["/", "g c", "admin", /\/clients$/],
  ["/", "g p", "admin", /\/projects\/fixed$/],
  ["/", "g i", "admin", /\/invoices$/],
  ["/", "g t", "employee", /\/teams$/],
  ["/teams", "g h", "employee", /:\d+\/(?:fr-ca)?$/],
  ["/clients", "c", "account_manager", /\/clients\?edit=new$/],
  ["/projects/fixed", "c", "admin", /\/projects\/create/],
  ["/admin/teams", "c", "admin", /\/admin\/teams\/create$/],
  ["/clients", "j Enter", "admin", /\/clients\/[0-9a-f-]{36}\/view$/],
  ["/clients?sort=-name", "j Enter then Escape", "admin", /\/clients\?sort=-name$/],
  ["/clients", "j Enter then e", "admin", /\/clients\/[0-9a-f-]{36}\/edit$/],
  ["/clients", "j Enter then e then Escape", "admin", /\/clients\/[0-9a-f-]{36}\/view$/],
  ["/projects/retainer", "j Enter then Escape", "admin", /\/projects\/retainer$/],
];

/** Waits until the header listens; it loads after the page. */
async function waitForHeader({ page, t }: App): Promise<void> {
  const paletteButton = page
    .getByRole("banner")
    .getByRole("button", { name: t("ui.search_everything") });
  await paletteButton.waitFor();
}

/** Presses keys one by one; `then` waits for the next screen. */
async function press(app: App, keys: string): Promise<void> {
  const { page } = app;
  for (const key of keys.split(" ")) {
    if (key === "then") {
      await waitForPage(page);
      await expectFocus(page.getByRole("heading", { level: 1 }));
      await page.locator("main[aria-busy=false]").waitFor();
    } else if (key === "Enter") {
      const path = new URL(page.url()).pathname;
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("A");
      await page.keyboard.press(key);
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
    } else {
      await page.keyboard.press(key);
    }
  }
}

for (const [from, keys, role, to] of SHORTCUTS) {
  test.describe(() => {
    test.use({ role, locale: "fr-CA" });

    test(`${keys} on ${from}`, async ({ app }) => {
      await app.open(from);
      await waitForHeader(app);
      await press(app, keys);
      await app.page.waitForURL(to);
    });
  });
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("j and k move, / searches", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await waitForHeader(app);
    const links = page.locator("main tbody tr th a");
    await page.keyboard.press("j");
    await expectFocus(links.nth(0));
    await page.keyboard.press("j");
    await expectFocus(links.nth(1));
    await page.keyboard.press("k");
    await expectFocus(links.nth(0));
    await page.keyboard.press("k");
    await expectFocus(links.nth(0));
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox");
    await expectFocus(field);
    await expect(field).toHaveValue("");
    await page.keyboard.type("gcj?");
    await expect(field).toHaveValue("gcj?");
    expect(new URL(page.url()).pathname).toMatch(/\/clients$/);
    await expect(page.getByRole("dialog", { name: t("palette.sheet.title") })).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA" });

  test("? shows the list of shortcuts", async ({ app }) => {
    const { page, open, t } = app;
    await open("/teams");
    await waitForHeader(app);
    await page.keyboard.press("?");
    const shortcutList = page.getByRole("dialog", { name: t("palette.sheet.title") });
    await shortcutList.getByRole("switch").waitFor();
    await waitForPage(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    // In a dialog they do nothing.
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.keyboard.press("Escape");
    await shortcutList.waitFor({ state: "hidden" });
    expect(page.url()).toMatch(/\/teams$/);
  });
});

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA" });

  test("shortcuts are switched off in the account", async ({ app }) => {
    const { page, open, t } = app;
    await open("/profile");
    const shortcutSwitch = page.getByRole("switch", { name: t("profile.shortcuts.label") });
    await expect(shortcutSwitch).toBeChecked();
    await shortcutSwitch.press("Space");
    await expect(shortcutSwitch).not.toBeChecked();
    await open("/teams");
    await waitForHeader(app);
    await press(app, "g h");
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: t("palette.title") }).waitFor();
    await page.keyboard.press("Escape");
    expect(page.url()).toMatch(/\/teams$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("keys with Ctrl, Alt or Meta stay the browser's", async ({ app }) => {
    const { page, open } = app;
    await open("/clients");
    await waitForHeader(app);
    for (const key of ["Alt+c", "Meta+j", "Control+x"]) await page.keyboard.press(key);
    await page.keyboard.press("j");
    await expectFocus(page.locator("main tbody tr th a").first());
    expect(page.url()).not.toContain("edit=new");
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a shortcut to a forbidden screen does nothing", async ({ app }) => {
    await app.open("/teams");
    await waitForHeader(app);
    await press(app, "g i");
    await press(app, "g d");
    await app.page.waitForURL(/\/dashboard$/);
    await app.page.goBack();
    await app.page.waitForURL(/\/teams$/);
  });
});
