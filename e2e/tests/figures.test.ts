// A person's own figures: beside their account, for the days they choose, each with its formula and its list.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../support/pageChecks.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "account_manager" });

interface Entry {
  as_of: string;
  figures: Record<string, { rows: string | null }>;
}

interface Me {
  employee: { api_id: string };
}

test("one's own figures follow the days chosen and lead to their lists", async ({ app }) => {
  const { page, api, open, words } = app;
  const { data: me } = await api.get<{ data: Me }>("/me");
  const path = `/employees-statistics?id=${me.employee.api_id}&from=2026-10-01&to=2026-10-31`;
  const [entry] = (await api.get<{ data: Entry[] }>(path)).data;
  await open("/profile");
  await page.getByRole("tab", { name: words("profile.tab.figures") }).click();
  const label = (name: string) => words(`statistics.person.${name}.label`);
  const terms = page.locator("dl dt");
  await terms.first().waitFor();
  const names = Object.keys(entry?.figures ?? {});
  expect(names).toContain("retained_mrr");
  for (const name of names) {
    await page.getByRole("button", { name: words("ui.help", { label: label(name) }) }).waitFor();
  }
  await expect(terms).toHaveCount(names.length);
  await expectAccessible(page);
  await expectNothingCut(page);
  await page.getByRole("button", { name: words("statistics.month_before") }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("figures");
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toMatch(/-01$/);
  const list = words("statistics.rows_of", { figure: label("retained_mrr") });
  await page.getByRole("link", { name: list }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/projects\/retainer$/);
  expect(new URL(page.url()).searchParams.get("account_manager")).not.toBeNull();
});

test.describe(() => {
  test.use({ locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("figures fit a phone and both schemes", async ({ page, open }) => {
    await open("/profile?tab=figures");
    await page.locator("dl dt").first().waitFor();
    for (const scheme of ["light", "dark"] as const) {
      await showScheme(page, scheme);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
