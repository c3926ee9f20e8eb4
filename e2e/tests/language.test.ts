// Tests that the account's language wins at every start, without a glimpse of another one, and follows the switch.
import { waitForPage } from "../support/ready.ts";
import { chooseLanguage } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";
import { translate } from "../support/translate.ts";

const NAMES = { "en-us": "English", "fr-ca": "Français" } as const;

for (const [locale, role] of [
  ["en-US", "churn_manager"],
  ["fr-CA", "account_manager"],
] as const) {
  test.describe(() => {
    test.use({ locale, role });

    test(`an account in ${locale} in a browser of the other language`, async ({ app }) => {
      const { page, context, server, locale: own } = app;
      const other = own === "en-us" ? "fr-ca" : "en-us";
      const link = (language: typeof own) =>
        page.getByRole("link", { name: translate(language, "shell.nav.people"), exact: true });
      await context.addCookies([{ name: "regie_locale", value: other, url: server.origin }]);
      await page.addInitScript(() => {
        const shown: string[] = [];
        Object.assign(window, { shown });
        new MutationObserver(() => shown.push(document.body?.innerText ?? "")).observe(document, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
      await page.goto(`${server.origin}/${other}/clients?sort=-name`);
      await waitForPage(page);
      await link(own).waitFor();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(own, "i"));
      await expect.poll(() => page.url()).toBe(`${server.origin}/${own}/clients?sort=-name`);
      const shown = await page.evaluate(() => (window as { shown?: string[] }).shown?.join("\n"));
      expect(shown).toContain(translate(own, "shell.nav.people"));
      expect(shown).not.toContain(translate(other, "shell.nav.people"));

      const saved = page.waitForResponse((response) => response.url().endsWith("/profile"));
      await chooseLanguage(page, NAMES[other]);
      expect((await saved).ok()).toBe(true);
      await link(other).waitFor();
      await context.addCookies([{ name: "regie_locale", value: own, url: server.origin }]);
      await page.goto(`${server.origin}/clients`);
      await waitForPage(page);
      await link(other).waitFor();
    });
  });
}
