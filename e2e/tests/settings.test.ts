// Tests other organization settings: logo, calendar, terms, and who may change which.
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Settings {
  data: Record<string, unknown> & { version: number; logo: string | null };
}

const BEFORE = {
  name: "Régie",
  logo: null,
  reporting_currency: "USD",
  timezone: "America/Toronto",
  fiscal_year_start: "january",
  exchange_rate_source: "bank_of_canada",
  payment_terms_days: 30,
  aging_buckets: [30, 60, 90],
  bug_project: null,
};

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of one color, as a drawing program saves it. */
function picture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 90)]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const parts = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/settings") && response.request().method() === "POST",
  );

async function save({ page, t }: App): Promise<number> {
  const press = page.getByRole("button", { name: t("form.save"), exact: true }).click();
  const [response] = await Promise.all([saved(page), press]);
  return response.status();
}

async function restore({ api }: App): Promise<void> {
  await api.send("POST", "/settings", BEFORE);
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422/ });

  test("a logo is chosen, saved, shown in the corner and removed", async ({ app }) => {
    const { page, open, t, api } = app;
    await restore(app);
    await open("/admin/organization");
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: t("organization.logo.choose") }).press("Enter");
    const chooser = await choosing;
    await chooser.setFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    });
    await page.getByText(t("organization.logo.not_a_picture")).waitFor();
    await chooser.setFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: picture(960, 240),
    });
    const shown = page.getByRole("img", { name: t("organization.logo.alt") });
    await shown.waitFor();
    await page.getByText(t("organization.logo.not_a_picture")).waitFor({ state: "detached" });
    expect(await save(app)).toBe(200);
    const corner = page.getByRole("complementary").getByRole("img", { name: BEFORE.name });
    await corner.waitFor();
    const size = await corner.evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ]);
    expect(size).toEqual([480, 120]);
    await waitForPage(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    await page.reload();
    await corner.waitFor();
    await page.getByRole("button", { name: t("organization.logo.remove") }).click();
    expect(await save(app)).toBe(200);
    await corner.waitFor({ state: "detached" });
    expect((await api.get<Settings>("/settings")).data.logo).toBeNull();
  });

  test("contradictory settings show an error on their field", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    await restore(app);
    const before = (await api.get<Settings>("/settings")).data.version;
    await open("/admin/organization");
    await page.getByLabel(t("organization.field.reporting_currency")).selectOption("AED");
    expect(await save(app)).toBe(422);
    const source = page.getByLabel(t("organization.field.exchange_rate_source"));
    await page
      .getByText(locale === "fr-ca" ? /La Banque du Canada ne publie/ : /publishes no rates/)
      .first()
      .waitFor();
    await expect(source).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
    expect((await api.get<Settings>("/settings")).data.version).toBe(before);
    await source.selectOption("by_hand");
    await page.getByLabel(t("organization.field.fiscal_year_start")).selectOption("april");
    expect(await save(app)).toBe(200);
    await open("/admin/projects/settings");
    await page.getByLabel(t("organization.field.rollover_cap_hours")).fill("8");
    expect(await save(app)).toBe(422);
    await page
      .getByText(
        locale === "fr-ca" ? /si les heures ne sont pas reportées/ : /if hours are not rolled over/,
      )
      .first()
      .waitFor();
    await page.getByRole("button", { name: t("form.cancel"), exact: true }).click();
    await open("/churns?tab=movements&period=this_year");
    await page
      .getByText(locale === "fr-ca" ? /1\s?avr|1er avr/ : /Apr 1/)
      .first()
      .waitFor();
    await restore(app);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager", locale: "fr-CA" });

  test("a financial manager changes rates, terms and aging, and reads the rest", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: t("shell.nav.settings"), exact: true })
      .click();
    const terms = page.getByLabel(t("organization.field.payment_terms_days"));
    await terms.waitFor();
    await expect(page.getByLabel(t("organization.field.name"))).toHaveCount(0);
    await page.getByRole("heading", { name: t("organization.others") }).waitFor();
    await page
      .getByRole("term")
      .filter({ hasText: t("organization.field.timezone") })
      .waitFor();
    const before = (await api.get<Settings>("/settings")).data.payment_terms_days;
    await terms.fill("45");
    expect(await save(app)).toBe(200);
    await page.getByText(t("form.nothing_changed")).waitFor();
    await waitForPage(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    const now = (await api.get<Settings>("/settings")).data;
    expect(now.payment_terms_days).toBe(45);
    await api.send("POST", "/settings", { payment_terms_days: before, version: now.version });
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("a user without the permission has no link to the settings", async ({ app }) => {
    const { page, open, t } = app;
    await open("/organization");
    await page.getByText(t("ui.forbidden.title")).waitFor();
    const link = page.getByRole("link", { name: t("shell.nav.admin_organization") });
    await expect(link).toHaveCount(0);
  });
});
