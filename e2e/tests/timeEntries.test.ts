// Tests time entries: the list, its totals and groups, links from hours, and who sees them.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Totals {
  data: { entries: number; hours: string };
}

interface Groups {
  data: { record: { api_id: string; name: string } | null; entries: number }[];
}

/** The number of entries in the opening sentence: the total over all pages. */
const shownEntries = ({ page }: App) =>
  page
    .getByText(/(?:logged in|saisies dans) [\d\s,]+/)
    .innerText()
    .then((text) => Number(/(?:in|dans) ([\d\s,]+)/.exec(text)?.[1]?.replaceAll(/\D/g, "")))
    .catch(() => null);

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "financial_manager", locale });

    test(`a group opens its entries with their total, ${locale}`, async ({ app }) => {
      const { page, open, t, api } = app;
      await open("/");
      await page.getByRole("link", { name: t("shell.nav.projects"), exact: true }).click();
      await page.getByRole("link", { name: t("shell.nav.time"), exact: true }).click();
      await page.getByRole("heading", { name: t("time_entries.title") }).waitFor();
      const all = await api.get<Totals>("/time-entries/totals");
      await expect.poll(() => shownEntries(app)).toBe(all.data.entries);
      await page.getByLabel(t("time_entries.field.by")).selectOption("client");
      const groups = await api.get<Groups>("/time-entry-groups?by=client");
      const largest = groups.data.find(({ record }) => record !== null);
      if (!largest?.record) throw new Error("No client has time entries");
      await expectAccessible(page);
      await expectNothingCut(page);
      await page.getByRole("link", { name: largest.record.name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`client=${largest.record.api_id}$`));
      await expect.poll(() => shownEntries(app)).toBe(largest.entries);
      await page.getByRole("table").waitFor();
      await expectAccessible(page);
      await expectNothingCut(page);
    });
  });
}

test.describe(() => {
  test.use({ role: "account_manager" });

  test("the used hours of a retainer open the entries that they add up", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data: me } = await api.get<{ data: { api_id: string } }>("/me");
    const { data } = await api.get<{ data: { api_id: string; used_hours: string }[] }>(
      `/retainer-burns?account_manager=${me.api_id}`,
    );
    // In the first days of a month, no hours are used yet.
    const burn = data.find(({ used_hours }) => Number(used_hours) > 0) ?? data[0];
    if (!burn) throw new Error("No retainer of the account manager runs");
    await open(`/projects/${burn.api_id}/view?tab=hours`);
    const name = t("time_entries.rows_of", { figure: t("retainers.field.used") });
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name: t("time_entries.title") }).waitFor();
    const query = new URL(page.url()).search;
    const totals = await api.get<Totals>(`/time-entries/totals${query}`);
    expect(totals.data.hours).toBe(burn.used_hours);
    if (totals.data.entries > 0)
      await expect.poll(() => shownEntries(app)).toBe(totals.data.entries);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager", viewport: { width: 375, height: 740 } });

  test("a phone shows entries as cards, and a filter without entries says so", async ({ app }) => {
    const { page, open, t } = app;
    await open("/time-entries");
    await page.getByRole("link", { name: "Teamwork" }).first().waitFor();
    await expectNoSidewaysScroll(page);
    await open("/time-entries?worked_from=2001-01-01&worked_to=2001-01-02");
    await page.getByText(t("table.no_match.title")).waitFor();
  });
});
