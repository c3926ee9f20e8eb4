// Tests a user's own statistics in their account: the chosen period, the formulas and the links.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
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

test("own statistics follow the period and open their rows", async ({ app }) => {
  const { page, api, open, t } = app;
  const { data: me } = await api.get<{ data: Me }>("/me");
  const path = `/employees-statistics?id=${me.employee.api_id}&from=2026-10-01&to=2026-10-31`;
  const [entry] = (await api.get<{ data: Entry[] }>(path)).data;
  await open("/profile");
  await page.getByRole("tab", { name: t("profile.tab.figures") }).click();
  const label = (name: string) => t(`people_figures.field.${name}`);
  const terms = page.locator("dl dt");
  await terms.first().waitFor();
  const names = Object.keys(entry?.figures ?? {});
  expect(names).toContain("retained_mrr");
  for (const name of names) {
    await page.getByRole("button", { name: t("ui.help", { label: label(name) }) }).waitFor();
  }
  await expect(terms).toHaveCount(names.length);
  await expectAccessible(page);
  await expectNothingCut(page);
  await page.getByRole("button", { name: t("ui.calendar.previous_month") }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("figures");
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toMatch(/-01$/);
  const list = t("statistics.rows_of", { figure: label("retained_mrr") });
  await page.getByRole("button", { name: list }).click();
  const drawer = page.getByRole("dialog", {
    name: t("dashboard.rows_of", { label: label("retained_mrr") }),
  });
  await drawer.getByRole("link").first().waitFor();
  await expectAccessible(page);
});

test.describe(() => {
  test.use({ locale: "fr-CA", viewport: { width: 390, height: 844 } });

  test("figures fit a phone and both schemes", async ({ page, open }) => {
    await open("/profile?tab=figures");
    await page.locator("dl dt").first().waitFor();
    for (const scheme of ["light", "dark"] as const) {
      await emulateScheme(page, scheme);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
