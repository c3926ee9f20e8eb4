// Tests an export of many rows: prepared by the worker with progress, and offered on every screen.
import { readFileSync } from "node:fs";
import { expect, test } from "../support/test.ts";

test.use({ role: "financial_manager" });

/** The worker prepares exports of more rows. */
const MAX_DIRECT_ROWS = 5_000;
const FILTER = "currency=USD,EUR";

test("a large export shows its progress and is offered when ready", async ({ app }) => {
  const { page, open, t, api, locale } = app;
  const query =
    FILTER.split("=")[1]
      ?.split(",")
      .map((one) => `currency=${one}`) ?? [];
  const { meta } = await api.get<{ meta: { total: number } }>(
    `/exchange-rates?${query.join("&")}&per_page=1`,
  );
  expect(meta.total).toBeGreaterThan(MAX_DIRECT_ROWS);
  // Holds the progress back, so that the test can read it.
  let isDelayed = true;
  await page.route(/\/api\/v1\/exports\/[0-9a-f-]+$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    const halfDone = { ...body.data, status: "running", done: Math.floor(body.data.total / 2) };
    return route.fulfill({ response, json: isDelayed ? { data: halfDone } : body });
  });
  await open(`/exchange-rates?${FILTER}&sort=valid_on`);
  await page.getByRole("button", { name: t("table.export"), exact: true }).click();
  const panel = page.getByRole("dialog", { name: t("table.export") });
  await panel.getByRole("button", { name: t("exports.format.csv") }).click();
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  await expect(bar).toHaveAttribute("aria-valuenow", /^(?:49|50)$/);
  expect(await bar.getAttribute("aria-valuetext")).toContain("50");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: t("shell.nav.clients"), exact: true }).click();
  await page.waitForURL(/\/clients/);
  isDelayed = false;
  const toast = page
    .getByRole("status")
    .filter({ hasText: t("exports.ready") })
    .first();
  await toast.waitFor({ timeout: 60_000 });
  const waiting = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("exports.download"), exact: true })
    .first()
    .click();
  const text = readFileSync(await (await waiting).path(), "utf8").replace(/^\uFEFF/, "");
  const [table = ""] = text.split("\r\n\r\n");
  const [head = "", ...rows] = table.trim().split("\r\n");
  const separator = locale === "fr-ca" ? ";" : ",";
  expect(head.split(separator).slice(0, 3)).toEqual(
    ["valid_on", "currency", "rate"].map((id) => t(`exchange_rates.field.${id}`)),
  );
  expect(rows.length).toBe(meta.total);
  const decimal = locale === "fr-ca" ? /;\d+,\d+;/ : /,\d+\.\d+,/;
  expect(rows[0]).toMatch(decimal);
  const days = rows.map((row) => row.slice(0, 10));
  expect(days).toEqual([...days].sort());
});
