// Tests unapplied payments and credits: netted in receivables, opened from there, in both languages and on a phone.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "financial_manager" });

interface Credit {
  number: string;
  customer_name: string;
  balance: { amount: string };
}
interface Aging {
  data: { currencies: { currency: string; unapplied: { amount: string } }[] };
}

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`the unapplied amount of a currency opens its credits (${locale})`, async ({ app }) => {
      const { page, open, t, api } = app;
      const { data } = await api.get<Aging>("/receivables-aging");
      const line = data.currencies.find(({ unapplied }) => Number(unapplied.amount) !== 0);
      if (!line) throw new Error("The demo has no unapplied credits");
      const { currency } = line;
      const { data: credits } = await api.get<{ data: Credit[] }>(
        `/unapplied-credits?currency=${currency}&per_page=100`,
      );
      const sum = credits.reduce((total, { balance }) => total + Number(balance.amount) * 100, 0);
      expect(Math.round(sum)).toBe(Math.round(Number(line.unapplied.amount) * 100));
      await open("/invoices?view=aging");
      await page.getByTitle(t("receivables.unapplied.show", { currency }), { exact: true }).click();
      await waitForPage(page);
      expect(new URL(page.url()).searchParams.get("view")).toBe("unapplied");
      const list = page.getByRole("region", { name: t("receivables.unapplied.title") });
      const first = credits[0];
      await expect(list.getByText(first?.number ?? "?", { exact: true })).toBeVisible();
      await expectAccessible(page);
      await list.getByRole("searchbox").fill(first?.number ?? "?");
      await expect(list.locator("tbody tr")).toHaveCount(1);
      await page.reload();
      await waitForPage(page);
      await expect(list.locator("tbody tr")).toHaveCount(1);
    });
  });
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "fr-CA", colorScheme: "dark" });

  test("unapplied credits are cards on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open("/invoices?view=unapplied");
    const cards = page.getByRole("list", { name: t("receivables.unapplied.title") });
    await cards.getByRole("listitem").first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});
