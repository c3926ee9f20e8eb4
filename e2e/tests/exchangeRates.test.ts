// Exchange rates: looked up, entered by hand, corrected with a reason, imported after a dry run, and fetched.
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rates {
  data: { api_id: string; rate: string; valid_on: string; source: string; version: number }[];
}

/** The Bank publishes neither: rates that stay after a test disturb no other. */
const currency = "PLN";
const IMPORTED = "DKK";

const found = ({ api }: App, currency: string) =>
  api.get<Rates>(`/exchange-rates?currency=${currency}&per_page=100`);

async function unusedDay(app: App, currency: string): Promise<string> {
  const taken = new Set((await found(app, currency)).data.map((rate) => rate.valid_on));
  const day = new Date(Date.UTC(2015, 0, 5));
  while (taken.has(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 14);
  return day.toISOString().slice(0, 10);
}

const file = (name: string, text: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

async function choose(page: Page, button: string, chosen: ReturnType<typeof file>): Promise<void> {
  const press = page.getByRole("button", { name: button }).click();
  const [choosing] = await Promise.all([page.waitForEvent("filechooser"), press]);
  await choosing.setFiles(chosen);
}

test.describe(() => {
  test.use({ role: "financial_manager", expectedProblems: /status of 422/ });

  test("a rate is entered by hand and corrected with a reason", async ({ app }) => {
    const { page, open, words, locale } = app;
    const day = await unusedDay(app, currency);
    await open(`/exchange-rates?currency=${currency}&edit=new`);
    const form = page.getByRole("dialog");
    await form.waitFor();
    await form.getByRole("textbox", { name: words("exchange_rates.field.valid_on") }).fill(day);
    await form
      .getByRole("textbox", { name: words("exchange_rates.field.rate") })
      .fill(locale === "fr-ca" ? "0,3712" : "0.3712");
    await form
      .getByRole("combobox", { name: words("exchange_rates.field.currency") })
      .selectOption(currency);
    await pageReady(page);
    await expectAccessible(page);
    await form.getByRole("button", { name: words("exchange_rates.enter"), exact: true }).click();
    await form.waitFor({ state: "detached" });
    const entered = (await found(app, currency)).data.find((rate) => rate.valid_on === day);
    expect([entered?.rate, entered?.source]).toEqual(["0.3712", "by_hand"]);
    await open(`/exchange-rates?currency=${currency}&edit=${entered?.api_id}`);
    const correction = page.getByRole("dialog");
    const typed = correction.getByRole("textbox", { name: words("exchange_rates.field.rate") });
    await typed.fill(locale === "fr-ca" ? "0,38" : "0.38");
    await correction
      .getByRole("button", { name: words("exchange_rates.correct"), exact: true })
      .click();
    await correction.getByText(words("validation.required")).first().waitFor();
    await correction
      .getByRole("textbox", { name: words("exchange_rates.field.reason") })
      .fill("Faute de frappe");
    await correction
      .getByRole("button", { name: words("exchange_rates.correct"), exact: true })
      .click();
    await correction.waitFor({ state: "detached" });
    const after = (await found(app, currency)).data.find((rate) => rate.valid_on === day);
    expect(after?.rate).toBe("0.38");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a file is checked in a dry run, and stored whole or not at all", async ({ app }) => {
    const { page, open, words } = app;
    const code = IMPORTED;
    const day = await unusedDay(app, code);
    const before = (await found(app, code)).data.length;
    await open("/admin/exchange-rates?edit=import");
    const dialogue = page.getByRole("dialog");
    const store = dialogue.getByRole("button", {
      name: words("exchange_rates.import.store"),
      exact: true,
    });
    const button = words("exchange_rates.import.choose");
    await choose(
      page,
      button,
      file("rates.csv", `date,currency,rate\n${day},${code},0\n${day},XXX,1.3\n`),
    );
    const problems = dialogue.getByRole("table", {
      name: words("exchange_rates.import.problems"),
    });
    await problems.waitFor();
    await expect(problems.getByRole("row")).toHaveCount(3);
    await expect(store).toBeDisabled();
    await pageReady(page);
    await expectAccessible(page);
    await choose(page, button, file("rates.csv", `date,currency,rate\n${day},${code},0.21\n`));
    await problems.waitFor({ state: "detached" });
    await store.click();
    await dialogue.waitFor({ state: "detached" });
    expect((await found(app, code)).data.length).toBe(before + 1);
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("everyone looks rates up, and only who may is offered to change them", async ({
    page,
    open,
    words,
  }) => {
    await open("/exchange-rates?currency=USD");
    const table = page.getByRole("table", { name: words("exchange_rates.title") });
    await table.getByRole("row").nth(1).waitFor();
    const enter = page.getByRole("button", { name: words("exchange_rates.enter"), exact: true });
    await expect(enter).toHaveCount(0);
    const ask = page.getByRole("button", { name: words("exchange_rates.bank.fetch_now") });
    await expect(ask).toHaveCount(0);
    await pageReady(page);
    await expectAccessible(page);
    await showScheme(page, "dark");
    await expectAccessible(page, "contrast");
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 375, height: 850 } });

  test("on a phone nothing is cut, and the Bank is asked at once", async ({
    page,
    open,
    words,
  }) => {
    await open("/admin/exchange-rates");
    await page.getByRole("button", { name: words("exchange_rates.bank.fetch_now") }).click();
    await page.getByText(words("exchange_rates.bank.asked")).first().waitFor();
    await pageReady(page);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
  });
});
