// Tests dates on the screens: written in the pattern of the language, and reported when they cannot be read.
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

const TYPED = {
  "en-us": { wrong: "31/12/26", day: "12/31/26" },
  "fr-ca": { wrong: "12/31/26", day: "31/12/26" },
} as const;

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "admin", locale });

    test(`a list is filtered by a typed date, ${locale}`, async ({ app }) => {
      const { page, open, t, locale: language } = app;
      const { wrong, day } = TYPED[language];
      await open("/projects/fixed");
      await page.getByRole("button", { name: t("table.filters") }).click();
      const label = t("projects.field.end_on");
      const from = page.getByRole("textbox", { name: t("table.from", { label }) });
      const address = page.url();
      await from.fill(wrong);
      await from.press("Tab");
      await expect(from).toHaveAttribute("aria-invalid", "true");
      await page.getByText(t("form.date_invalid"), { exact: true }).waitFor();
      await expect(from).toHaveValue(wrong);
      expect(page.url()).toBe(address);

      await from.fill(day);
      await from.press("Tab");
      await expect.poll(() => new URL(page.url()).searchParams.get("ends_from")).toBe("2026-12-31");
      await expect(from).toHaveValue(day);
      await from.fill("");
      await from.press("Tab");
      await expect.poll(() => page.url()).toBe(address);
      await waitForPage(page);
    });
  });
}
