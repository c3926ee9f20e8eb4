// Tests exchange rates: looked up, entered, corrected with a reason, imported after a dry run, and fetched.
import type { Page } from "@playwright/test";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rates {
  data: { api_id: string; rate: string; valid_on: string; source: string; version: number }[];
}

/** The Bank of Canada publishes neither currency, so remaining rates affect no other test. */
const currency = "PLN";
const IMPORTED = "DKK";

const listRates = ({ api }: App, currency: string) =>
  api.get<Rates>(`/exchange-rates?currency=${currency}&per_page=100`);

async function unusedDay(app: App, currency: string): Promise<string> {
  const taken = new Set((await listRates(app, currency)).data.map((rate) => rate.valid_on));
  const day = new Date(Date.UTC(2015, 0, 5));
  while (taken.has(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 14);
  return day.toISOString().slice(0, 10);
}

const csvFile = (name: string, csv: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(csv),
});

async function choose(page: Page, button: string, file: ReturnType<typeof csvFile>): Promise<void> {
  const press = page.getByRole("button", { name: button }).click();
  const [choosing] = await Promise.all([page.waitForEvent("filechooser"), press]);
  await choosing.setFiles(file);
}

test.describe(() => {
  test.use({ role: "financial_manager", expectedProblems: /status of 422/ });

  test("a rate is entered by hand and corrected with a reason", async ({ app }) => {
    const { page, open, t, locale } = app;
    const day = await unusedDay(app, currency);
    await open(`/exchange-rates?currency=${currency}&edit=new`);
    const form = page.getByRole("dialog");
    await form.waitFor();
    await form.getByRole("textbox", { name: t("exchange_rates.field.valid_on") }).fill(day);
    await form
      .getByRole("textbox", { name: t("exchange_rates.field.rate") })
      .fill(locale === "fr-ca" ? "0,3712" : "0.3712");
    await form
      .getByRole("combobox", { name: t("exchange_rates.field.currency") })
      .selectOption(currency);
    await waitForPage(page);
    await expectAccessible(page);
    await form.getByRole("button", { name: t("exchange_rates.enter"), exact: true }).click();
    await form.waitFor({ state: "detached" });
    const entered = (await listRates(app, currency)).data.find((rate) => rate.valid_on === day);
    expect([entered?.rate, entered?.source]).toEqual(["0.3712", "by_hand"]);
    await open(`/exchange-rates?currency=${currency}&edit=${entered?.api_id}`);
    const correction = page.getByRole("dialog");
    const typedDay = correction.getByRole("textbox", { name: t("exchange_rates.field.rate") });
    await typedDay.fill(locale === "fr-ca" ? "0,38" : "0.38");
    await correction
      .getByRole("button", { name: t("exchange_rates.correct"), exact: true })
      .click();
    await correction.getByText(t("validation.required")).first().waitFor();
    await correction
      .getByRole("textbox", { name: t("exchange_rates.field.reason") })
      .fill("Faute de frappe");
    await correction
      .getByRole("button", { name: t("exchange_rates.correct"), exact: true })
      .click();
    await correction.waitFor({ state: "detached" });
    const after = (await listRates(app, currency)).data.find((rate) => rate.valid_on === day);
    expect(after?.rate).toBe("0.38");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a file is checked in a dry run, and stored whole or not at all", async ({ app }) => {
    const { page, open, t } = app;
    const code = IMPORTED;
    const day = await unusedDay(app, code);
    const before = (await listRates(app, code)).data.length;
    await open("/admin/exchange-rates?edit=import");
    const dialog = page.getByRole("dialog");
    const store = dialog.getByRole("button", {
      name: t("exchange_rates.import.store"),
      exact: true,
    });
    const button = t("exchange_rates.import.choose");
    await choose(
      page,
      button,
      csvFile("rates.csv", `date,currency,rate\n${day},${code},0\n${day},XXX,1.3\n`),
    );
    const problems = dialog.getByRole("table", {
      name: t("exchange_rates.import.problems"),
    });
    await problems.waitFor();
    await expect(problems.getByRole("row")).toHaveCount(3);
    await expect(store).toBeDisabled();
    await waitForPage(page);
    await expectAccessible(page);
    await choose(page, button, csvFile("rates.csv", `date,currency,rate\n${day},${code},0.21\n`));
    await problems.waitFor({ state: "detached" });
    await store.click();
    await dialog.waitFor({ state: "detached" });
    expect((await listRates(app, code)).data.length).toBe(before + 1);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("everyone sees rates, and only permitted users can change them", async ({
    page,
    open,
    t,
  }) => {
    await open("/exchange-rates?currency=USD");
    const table = page.getByRole("table", { name: t("exchange_rates.title") });
    await table.getByRole("row").nth(1).waitFor();
    const enter = page.getByRole("button", { name: t("exchange_rates.enter"), exact: true });
    await expect(enter).toHaveCount(0);
    const fetchButton = page.getByRole("button", { name: t("exchange_rates.bank.fetch_now") });
    await expect(fetchButton).toHaveCount(0);
    await waitForPage(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 375, height: 850 } });

  test("rates fit a phone, and are fetched on request", async ({ page, open, t }) => {
    await open("/admin/exchange-rates");
    await page.getByRole("button", { name: t("exchange_rates.bank.fetch_now") }).click();
    await page.getByText(t("exchange_rates.bank.requested")).first().waitFor();
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});
