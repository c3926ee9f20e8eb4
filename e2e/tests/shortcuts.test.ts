// Single letters: where they lead, what they press, where they are only letters, and how they are switched off.
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario, showScheme } from "../harness/scenario.ts";
import { LOCALES, type Role } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

/** From a screen, by these keys, to an address. */
const WAYS: readonly [from: string, keys: string, role: Role, to: RegExp][] = [
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

/** A header that listens: it comes after the page. */
async function ready({ page, words }: Scene): Promise<void> {
  const opener = page
    .getByRole("banner")
    .getByRole("button", { name: words("ui.search_everything") });
  await opener.waitFor();
}

/** Presses keys one by one; `then` waits for the screen that they led to. */
async function press(scene: Scene, keys: string): Promise<void> {
  const { page } = scene;
  for (const key of keys.split(" ")) {
    if (key === "then") {
      await settled(page);
      await hasFocus(page.getByRole("heading", { level: 1 }));
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

for (const locale of LOCALES) {
  for (const [from, keys, role, to] of WAYS) {
    scenario(`${keys} on ${from}, ${locale}`, { as: role, locale }, async (scene) => {
      await scene.open(from);
      await ready(scene);
      await press(scene, keys);
      await scene.page.waitForURL(to);
    });
  }

  scenario(`j and k move, / searches, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words } = scene;
    await open("/clients");
    await ready(scene);
    const links = page.locator("main tbody tr th a");
    await page.keyboard.press("j");
    await hasFocus(links.nth(0));
    await page.keyboard.press("j");
    await hasFocus(links.nth(1));
    await page.keyboard.press("k");
    await hasFocus(links.nth(0));
    await page.keyboard.press("k");
    await hasFocus(links.nth(0));
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox");
    await hasFocus(field);
    expect(await field.inputValue()).toBe("");
    await page.keyboard.type("gcj?");
    expect(await field.inputValue()).toBe("gcj?");
    expect(page.url()).toMatch(/\/clients$/);
    expect(await page.getByRole("dialog", { name: words("palette.sheet.title") }).count()).toBe(0);
  });

  for (const theme of ["light", "dark"] as const) {
    scenario(
      `? shows the sheet, accessible, ${locale}, ${theme}`,
      { as: "employee", locale, theme },
      async (scene) => {
        const { page, open, words, shot } = scene;
        await open("/teams");
        await ready(scene);
        await showScheme(page, theme);
        await page.keyboard.press("?");
        const sheet = page.getByRole("dialog", { name: words("palette.sheet.title") });
        await sheet.getByRole("switch").waitFor();
        await settled(page);
        await shot(`shortcuts ${locale} ${theme}`);
        await expectAccessible(page);
        // Over a dialogue they are nobody's.
        await page.keyboard.press("g");
        await page.keyboard.press("h");
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "hidden" });
        expect(page.url()).toMatch(/\/teams$/);
      },
    );
  }

  scenario(
    `they are switched off in one's account, ${locale}`,
    { as: "employee", locale },
    async (scene) => {
      const { page, open, words } = scene;
      await open("/profile");
      const choice = page.getByRole("switch", { name: words("profile.shortcuts.label") });
      await expect.poll(() => choice.isChecked()).toBe(true);
      await choice.press("Space");
      await expect.poll(() => choice.isChecked()).toBe(false);
      await open("/teams");
      await ready(scene);
      await press(scene, "g h");
      await page.keyboard.press("?");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: words("palette.title") }).waitFor();
      await page.keyboard.press("Escape");
      expect(page.url()).toMatch(/\/teams$/);
      expect(await page.getByRole("dialog").count()).toBe(0);
    },
  );
}

scenario("with Ctrl, Alt or Meta they are the browser's", { as: "admin" }, async (scene) => {
  const { page, open } = scene;
  await open("/clients");
  await ready(scene);
  for (const key of ["Alt+c", "Meta+j", "Control+x"]) await page.keyboard.press(key);
  await page.keyboard.press("j");
  await hasFocus(page.locator("main tbody tr th a").first());
  expect(page.url()).not.toContain("edit=new");
});

scenario("nobody is led where they may not go", { as: "employee" }, async (scene) => {
  await scene.open("/teams");
  await ready(scene);
  await press(scene, "g i");
  await press(scene, "g d");
  await scene.page.waitForURL(/\/dashboard$/);
  await scene.page.goBack();
  await scene.page.waitForURL(/\/teams$/);
});
