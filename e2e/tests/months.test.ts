// Tests closing a month and reopening it; the demo data's first month is used, so that no other test is affected.
import { readFileSync } from "node:fs";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Months {
  data: { api_id: string; state: string; starts_on: string }[];
}

async function firstMonth({ api }: App): Promise<string> {
  const { data } = await api.get<Months>("/months?per_page=100");
  return data.at(-1)?.api_id ?? "none";
}

/** A rate of a closed month is refused; the form offers to date it in the first open month. */
async function expectRefusedChange({ page, open, t, api, locale }: App, month: string) {
  const ratesOf = () =>
    api.get<{ meta: { total: number } }>(
      `/exchange-rates?currency=HUF&valid_from=${month}-05&valid_to=${month}-05`,
    );
  const before = (await ratesOf()).meta.total;
  await open("/exchange-rates?edit=new");
  const form = page.getByRole("dialog");
  const date = form.getByRole("textbox", { name: t("exchange_rates.field.valid_on") });
  await date.fill(`${month}-05`);
  await form
    .getByRole("textbox", { name: t("exchange_rates.field.rate") })
    .fill(locale === "fr-ca" ? "0,0041" : "0.0041");
  await form
    .getByRole("combobox", { name: t("exchange_rates.field.currency") })
    .selectOption("HUF");
  await form.getByRole("button", { name: t("exchange_rates.enter"), exact: true }).click();
  const alert = form.getByRole("alert").filter({ hasText: t("common.month_closed.title") });
  await expect(alert.getByRole("link")).toHaveAttribute("href", new RegExp(`/months/${month}$`));
  await expectAccessible(page);
  expect((await ratesOf()).meta.total).toBe(before);
  const entered = await date.inputValue();
  await alert.getByRole("button").click();
  await expect(alert).toBeHidden();
  await expect(date).not.toHaveValue(entered);
  await form.getByRole("button", { name: t("form.cancel"), exact: true }).click();
  await page.getByRole("button", { name: t("form.leave.go"), exact: true }).click();
}

async function expectPublishedFigures({ page, open, t }: App, month: string): Promise<void> {
  const [year, number] = month.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  await open(`/dashboard?from=${month}-01&to=${month}-${lastDay}`);
  await expect(
    page.getByText(t("dashboard.published.mark"), { exact: true }).first(),
  ).toBeVisible();
}

/** The worker writes the files; the page shows them without being reloaded. */
async function expectPack({ page, t }: App): Promise<void> {
  const section = page.getByRole("region", { name: t("months.pack.title"), exact: true });
  const link = section.getByRole("link", {
    name: t("months.pack.file.fr-ca", { format: "PDF" }),
    exact: true,
  });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expect(section.getByRole("link")).toHaveCount(4);
  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
}

test.describe(() => {
  test.use({ role: "financial_manager", expectedProblems: /status of 409/ });

  test("a month is closed, shows its published figures, and is reopened", async ({ app }) => {
    const { page, open, t, api } = app;
    const month = await firstMonth(app);
    await open(`/months/${month}?edit=close`);
    const form = page.getByRole("dialog");
    await form.waitFor();
    await expectAccessible(page);
    const reason = form.getByRole("textbox", { name: t("months.field.reason") });
    if (await reason.isVisible()) await reason.fill("Anciennes fiches");
    await form.getByRole("textbox", { name: t("months.field.comment") }).fill("Premier mois");
    await form.getByRole("button", { name: t("months.close.submit"), exact: true }).click();

    await expect(
      page.getByRole("heading", { name: t("months.state.closed"), exact: true }),
    ).toBeVisible();
    await expect(page.getByText("Premier mois").first()).toBeVisible();
    await expect(
      page.getByRole("columnheader", { name: t("months.field.published"), exact: true }),
    ).toBeVisible();
    await expectPack(app);
    await waitForPage(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1366, height: 850 });

    await expectRefusedChange(app, month);
    await expectPublishedFigures(app, month);

    await open(`/months/${month}`);
    await page.getByRole("button", { name: t("months.reopen.action"), exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: t("months.field.reopen_reason") })
      .fill("Essai terminé");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("months.reopen.submit"), exact: true })
      .click();
    await expect(
      page.getByRole("heading", { name: t("months.state.open"), exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText("Essai terminé").first()).toBeVisible();
    const { data } = await api.get<{ data: { state: string } }>(`/months/${month}`);
    expect(data.state).toBe("open");
  });
});
