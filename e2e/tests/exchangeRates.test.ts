// Exchange rates: looked up, entered by hand, corrected with a reason, imported after a dry run, and fetched.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Rates {
  data: { api_id: string; rate: string; valid_on: string; source: string; version: number }[];
}

/** Neither is published by the Bank: what these tests leave behind is in nobody's way. */
const CURRENCIES = { "en-us": "PLN", "fr-ca": "CZK" } as const;
const IMPORTED = { "en-us": "DKK", "fr-ca": "HUF" } as const;

const found = ({ api }: Scene, currency: string) =>
  api.get<Rates>(`/exchange-rates?currency=${currency}&per_page=100`);

async function unusedDay(scene: Scene, currency: string): Promise<string> {
  const taken = new Set((await found(scene, currency)).data.map((rate) => rate.valid_on));
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

for (const locale of LOCALES) {
  const currency = CURRENCIES[locale];

  scenario(
    `a rate is entered by hand and corrected with a reason, ${locale}`,
    { as: "financial_manager", locale, expected: /status of 422/ },
    async (scene) => {
      const { page, open, words } = scene;
      const day = await unusedDay(scene, currency);
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
      await settled(page);
      await expectAccessible(page);
      await form.getByRole("button", { name: words("exchange_rates.enter"), exact: true }).click();
      await form.waitFor({ state: "detached" });
      const entered = (await found(scene, currency)).data.find((rate) => rate.valid_on === day);
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
      const after = (await found(scene, currency)).data.find((rate) => rate.valid_on === day);
      expect(after?.rate).toBe("0.38");
    },
  );

  scenario(
    `a file is looked at in a dry run, and stored whole or not at all, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words } = scene;
      const code = IMPORTED[locale];
      const day = await unusedDay(scene, code);
      const before = (await found(scene, code)).data.length;
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
      expect(await problems.getByRole("row").count()).toBe(3);
      expect(await store.isDisabled()).toBe(true);
      await settled(page);
      await expectAccessible(page);
      await scene.shot(`exchange rates import ${locale}`);
      await choose(page, button, file("rates.csv", `date,currency,rate\n${day},${code},0.21\n`));
      await problems.waitFor({ state: "detached" });
      await store.click();
      await dialogue.waitFor({ state: "detached" });
      expect((await found(scene, code)).data.length).toBe(before + 1);
    },
  );

  scenario(
    `everyone looks rates up, and only who may is offered to change them, ${locale}`,
    { as: "employee", locale },
    async ({ page, open, words, shot }) => {
      await open("/exchange-rates?currency=USD");
      const table = page.getByRole("table", { name: words("exchange_rates.title") });
      await table.getByRole("row").nth(1).waitFor();
      const enter = page.getByRole("button", { name: words("exchange_rates.enter"), exact: true });
      expect(await enter.count()).toBe(0);
      const ask = page.getByRole("button", { name: words("exchange_rates.bank.fetch_now") });
      expect(await ask.count()).toBe(0);
      await settled(page);
      await expectAccessible(page);
      await shot(`exchange rates ${locale}`);
      await showScheme(page, "dark");
      await expectAccessible(page);
      await shot(`exchange rates ${locale} dark`);
    },
  );

  scenario(
    `on a phone nothing is cut, and the Bank is asked at once, ${locale}`,
    { as: "admin", locale, width: 375 },
    async ({ page, open, words, shot }) => {
      await open("/admin/exchange-rates");
      await page.getByRole("button", { name: words("exchange_rates.bank.fetch_now") }).click();
      await page.getByText(words("exchange_rates.bank.asked")).first().waitFor();
      await settled(page);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      await shot(`exchange rates ${locale} phone`);
    },
  );
}
